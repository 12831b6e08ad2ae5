import { isChosenField, writeValue } from '#app/features/spots/differences/spot-changes.ts'
import type { SuggestedField } from './suggest-fields.ts'

/** Returns the value of a form field as members read it. */
export function writeFieldValue(field: SuggestedField, value: string): string {
  return isChosenField(field) ? writeValue(field, value) : value
}
