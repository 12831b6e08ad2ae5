import type { ComponentProps } from 'react'
import { TextArea } from '../text-area.tsx'
import { useCharactersLeft } from './characters-left.ts'
import { Field, type FieldProps } from './field.tsx'

/** Labelled lines of text with hint, error and a counter near their limit. */
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
      {(control) => <TextArea {...input} {...control} onInput={handleInput} />}
    </Field>
  )
}
