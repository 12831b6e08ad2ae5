import { TextField } from '#app/ui/forms/text/text-field.tsx'
import type { SettingsResponse } from '../action-result.ts'

export type StepProps = { response: SettingsResponse | undefined }

/** The properties that the forms of all steps share. */
export const FORM = { section: 'security', backLabel: 'Cancel' } as const

/** The field for the name by which the member recognises the method. */
export function NameField({ response, fallback }: StepProps & { fallback: string }) {
  return (
    <TextField
      label="Name"
      name="name"
      dir="auto"
      maxLength={60}
      autoComplete="off"
      hint="Only visible to you."
      required
      defaultValue={response?.rejection?.values.name ?? fallback}
      error={response?.rejection?.fieldErrors.name}
    />
  )
}
