import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { type TextCheck, useFadingError } from './use-fading-error.ts'

/** The props that link a control with its label, hint and error for screen readers. */
export type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** The props shared by all fields. */
export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  /** An error message that says what to do. An empty string means no error. */
  error?: ReactNode
  /** Judges the text again while an error is shown, as the server will. Without it, the control's own rules apply. */
  check?: TextCheck | undefined
  optional?: boolean
  /** Shown after the hint, such as the characters left. */
  counter?: ReactNode
  className?: string
  id?: string
}

/** A control with a label above and a hint or an error below. The control must use the given ids. */
export function Field({
  label,
  hint,
  error,
  check,
  optional = false,
  counter,
  className,
  id,
  children,
}: FieldProps & { children: (control: FieldControl) => ReactNode }) {
  const ownId = useId()
  const { shown, box, handleInput } = useFadingError<HTMLDivElement>(error, check)
  const controlId = id ?? ownId
  const describedBy = [shown && `${controlId}-error`, hint && `${controlId}-hint`].filter(Boolean).join(' ')
  return (
    <div ref={box} className={classNames('field', className)} onInput={handleInput}>
      <label className="field-label" htmlFor={controlId}>
        {label}
        {optional && <span className="field-optional"> (optional)</span>}
      </label>
      {children({
        id: controlId,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': shown ? true : undefined,
      })}
      <FieldError id={`${controlId}-error`}>{shown}</FieldError>
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

/** The error message of a control, if it has one. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null
  return (
    <p className="field-error" id={id}>
      <TriangleAlert size={15} />
      <span>{children}</span>
    </p>
  )
}
