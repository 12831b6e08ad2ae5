import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useRef } from 'react'
import { IconButton } from '../../buttons/icon-button.tsx'
import './segmented-field.css'

/** A whole number with buttons that lower and raise it. Without JavaScript it is a plain number field. */
export function StepperField({
  id,
  label,
  hintId,
  name,
  defaultValue,
  min,
  max,
  invalid,
}: {
  id: string
  /** Part of the buttons' names: "Lower: Hide after". */
  label: string
  hintId: string
  name: string
  defaultValue: string
  min: number
  max: number
  invalid: boolean
}) {
  const input = useRef<HTMLInputElement>(null)
  const step = (direction: 'stepUp' | 'stepDown') => () => {
    input.current?.[direction]()
    input.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <div className="stepper">
      <IconButton
        className="needs-script"
        label={`Lower: ${label}`}
        icon={<Minus />}
        variant="secondary"
        onClick={step('stepDown')}
      />
      <input
        ref={input}
        id={id}
        className="input"
        type="number"
        inputMode="numeric"
        aria-describedby={hintId}
        aria-invalid={invalid || undefined}
        required
        {...{ name, defaultValue, min, max }}
      />
      <IconButton
        className="needs-script"
        label={`Raise: ${label}`}
        icon={<Plus />}
        variant="secondary"
        onClick={step('stepUp')}
      />
    </div>
  )
}
