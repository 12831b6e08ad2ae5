import { Choice, type ChoiceProps } from './choice.tsx'

/** One yes-or-no. */
export function Checkbox(props: Omit<ChoiceProps, 'type'>) {
  return <Choice {...props} type="checkbox" />
}
