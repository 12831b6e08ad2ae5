import { type ComponentProps, type ReactNode, useId } from 'react'

export type ChoiceProps = Omit<ComponentProps<'input'>, 'type'> & {
  type: 'checkbox' | 'radio'
  label: ReactNode
  hint?: ReactNode
}

/** A checkbox or radio button with its label. The whole row is clickable. */
export function Choice({ label, hint, ...input }: ChoiceProps) {
  const hintId = useId()
  return (
    <label className="choice">
      <input aria-describedby={hint ? hintId : undefined} {...input} />
      <span>
        {label}
        {hint && (
          <span className="choice-hint" id={hintId}>
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
