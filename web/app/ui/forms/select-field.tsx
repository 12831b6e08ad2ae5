import type { ComponentProps } from 'react'
import { Select } from '../select.tsx'
import { Field, type FieldProps } from './field.tsx'

/** A labelled select; its options are the children. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  className,
  id,
  ...select
}: Omit<FieldProps, 'counter'> & Omit<ComponentProps<'select'>, 'className' | 'id'>) {
  return (
    <Field {...{ label, hint, error, optional, className, id }}>
      {(control) => <Select {...select} {...control} />}
    </Field>
  )
}
