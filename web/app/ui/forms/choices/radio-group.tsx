import { type ReactNode, useId } from 'react'
import { FieldError } from '../field.tsx'
import { useFadingError } from '../use-fading-error.ts'
import { Choice } from './choice.tsx'

export type RadioOption<Value extends string> = { value: Value; label: ReactNode; hint?: ReactNode; disabled?: boolean }

/** A group of radio buttons. */
export function RadioGroup<Value extends string>({
  legend,
  name,
  options,
  value,
  defaultValue,
  onChange,
  error,
}: {
  legend: ReactNode
  name: string
  options: readonly RadioOption<Value>[]
  value?: Value
  defaultValue?: Value
  onChange?: (value: Value) => void
  error?: ReactNode
}) {
  const errorId = useId()
  const { shown, box, handleInput } = useFadingError<HTMLFieldSetElement>(error)
  return (
    <fieldset ref={box} className="field" aria-describedby={shown ? errorId : undefined} onInput={handleInput}>
      <legend className="field-label">{legend}</legend>
      {options.map((option) => (
        <Choice
          key={option.value}
          type="radio"
          name={name}
          value={option.value}
          label={option.label}
          hint={option.hint}
          disabled={option.disabled}
          checked={value === undefined ? undefined : value === option.value}
          defaultChecked={value === undefined ? defaultValue === option.value : undefined}
          onChange={() => onChange?.(option.value)}
        />
      ))}
      <FieldError id={errorId}>{shown}</FieldError>
    </fieldset>
  )
}
