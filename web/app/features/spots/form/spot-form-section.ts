import type { SpotFieldErrors, SpotFields } from './spot-form-schema.ts'

/** What every part of the form of a spot takes: what is filled in, what is wrong with it, and where changes go. */
export interface SpotFormSectionProps {
  fields: SpotFields
  errors: SpotFieldErrors
  onChange: (changes: Partial<SpotFields>) => void
}

/** The id of a field's control, by which the summary of errors finds it. */
export function spotFieldId(name: keyof SpotFields): string {
  return `spot-${name}`
}
