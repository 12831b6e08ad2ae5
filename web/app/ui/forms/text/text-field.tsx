import type { ComponentProps } from 'react'
import { Field, type FieldProps } from '../field.tsx'
import { useCharactersLeft } from './characters-left.ts'
import { TextInput } from './text-input.tsx'

/** A labelled line of text with hint, error and a counter near its limit. */
export function TextField({
  label,
  hint,
  error,
  check,
  optional,
  className,
  id,
  onInput,
  ...input
}: Omit<FieldProps, 'counter'> & Omit<ComponentProps<'input'>, 'className' | 'id'>) {
  const { counter, handleInput } = useCharactersLeft(input, onInput)
  return (
    <Field {...{ label, hint, error, check, optional, className, id, counter }}>
      {(control) => <TextInput {...input} {...control} onInput={handleInput} />}
    </Field>
  )
}
