import { Choice, type ChoiceProps } from './choice.tsx'

/** A checkbox. */
export function Checkbox(props: Omit<ChoiceProps, 'type'>) {
  return <Choice {...props} type="checkbox" />
}
