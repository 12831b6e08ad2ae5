import type { ComponentProps } from 'react'
import { Field, type FieldProps } from '../field.tsx'
import { useCharactersLeft } from './characters-left.ts'

/**
 * A labelled multi-line text field with hint, error and a counter near its limit. It grows with its content where the
 * browser supports that.
 */
export function TextAreaField({
  label,
  hint,
  error,
  optional,
  className,
  id,
  onInput,
  ...input
}: Omit<FieldProps, 'counter'> & Omit<ComponentProps<'textarea'>, 'className' | 'id'>) {
  const { counter, handleInput } = useCharactersLeft(input, onInput)
  return (
    <Field {...{ label, hint, error, optional, className, id, counter }}>
      {(control) => <textarea dir="auto" rows={4} {...input} {...control} onInput={handleInput} className="input" />}
    </Field>
  )
}
