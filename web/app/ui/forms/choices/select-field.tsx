import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { Field, type FieldProps } from '../field.tsx'

/**
 * A labelled native select with its options as children. It works without JavaScript and opens the system picker on
 * phones.
 */
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
      {(control) => (
        <div className="select-frame">
          <select {...select} {...control} className="input" />
          <ChevronDown />
        </div>
      )}
    </Field>
  )
}
