import { type ComponentProps, type ReactNode, useId } from 'react'

export type ChoiceProps = Omit<ComponentProps<'input'>, 'type'> & {
  type: 'checkbox' | 'radio'
  label: ReactNode
  hint?: ReactNode
}

/** A box or a dot with its words beside it; the whole row is pressable. */
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
