import { type ReactNode, useId } from 'react'
import { FieldError } from '../field.tsx'
import { useFadingError } from '../use-fading-error.ts'
import './rating-input.css'

/** A rating as five labelled blocks, built on radio buttons. */
export function RatingInput({
  legend,
  name,
  words,
  value,
  defaultValue,
  onChange,
  error,
}: {
  legend: ReactNode
  name: string
  /** The labels of 1 to 5, lowest first. */
  words: readonly [string, string, string, string, string]
  value?: number
  defaultValue?: number
  onChange?: (value: number) => void
  error?: ReactNode
}) {
  const errorId = useId()
  const { shown, box, handleInput } = useFadingError<HTMLFieldSetElement>(error)
  return (
    <fieldset ref={box} className="field" aria-describedby={shown ? errorId : undefined} onInput={handleInput}>
      <legend className="field-label">{legend}</legend>
      <div className="rating-input">
        {words.map((word, index) => (
          <label key={word} className="rating-block">
            <input
              type="radio"
              name={name}
              value={index + 1}
              checked={value === undefined ? undefined : value === index + 1}
              defaultChecked={value === undefined ? defaultValue === index + 1 : undefined}
              onChange={() => onChange?.(index + 1)}
            />
            <span>{word}</span>
          </label>
        ))}
      </div>
      <FieldError id={errorId}>{shown}</FieldError>
    </fieldset>
  )
}
