import type { SpotFieldErrors, SpotFields } from './spot-form-schema.ts'

/** The props of every section of the spot form: values, errors and a change handler. */
export interface SpotFormSectionProps {
  fields: SpotFields
  errors: SpotFieldErrors
  onChange: (changes: Partial<SpotFields>) => void
}

/** Returns the id of a field's control, which the error summary links to. */
export function spotFieldId(name: keyof SpotFields): string {
  return `spot-${name}`
}
