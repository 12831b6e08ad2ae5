import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'

/** What a control has to carry so that its label, hint and error are read with it. */
export type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** The parts of a field that every kind of control shares. */
export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  /** A sentence that says what to do; an empty one counts as none. */
  error?: ReactNode
  optional?: boolean
  /** Shown at the end of the hint, such as the characters that are left. */
  counter?: ReactNode
  className?: string
  id?: string
}

/** A label above, a control, a hint or an error below. The control takes the ids it is given. */
export function Field({
  label,
  hint,
  error,
  optional = false,
  counter,
  className,
  id,
  children,
}: FieldProps & { children: (control: FieldControl) => ReactNode }) {
  const ownId = useId()
  const controlId = id ?? ownId
  const describedBy = [error && `${controlId}-error`, hint && `${controlId}-hint`].filter(Boolean).join(' ')
  return (
    <div className={classNames('field', className)}>
      <label className="field-label" htmlFor={controlId}>
        {label}
        {optional && <span className="field-optional"> (optional)</span>}
      </label>
      {children({
        id: controlId,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <FieldError id={`${controlId}-error`}>{error}</FieldError>
      {(hint || counter) && (
        <div className="field-notes">
          {hint && <span id={`${controlId}-hint`}>{hint}</span>}
          {counter && (
            <span className="field-counter" aria-live="polite">
              {counter}
            </span>
          )}
        </div>
      )}
    </div>
  )
}

/** The sentence under a control that was filled wrongly, or nothing. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null
  return (
    <p className="field-error" id={id}>
      <TriangleAlert size={15} />
      <span>{children}</span>
    </p>
  )
}
