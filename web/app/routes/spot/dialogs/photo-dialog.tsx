import { Field } from '#app/ui/forms/field.tsx'
import { TextField } from '#app/ui/forms/text-field.tsx'
import { FormDialog } from './form-dialog.tsx'
import type { SpotDialogProps } from './spot-dialog.ts'

/** Adds one photo. Authors put them in order on the page where they edit the spot. */
export function PhotoDialog({ onClose }: SpotDialogProps) {
  return (
    <FormDialog
      intent="photo"
      title="Add a photo"
      description="One that you took yourself. Where and with what it was taken is cut out of the file."
      submitLabel="Add it"
      busyLabel="Sending"
      doneMessage="Your photo is there"
      onClose={onClose}
    >
      {(rejection) => (
        <>
          <Field label="Photo" error={rejection?.fieldErrors.photo} hint="JPEG, PNG, WebP, AVIF or HEIC.">
            {(control) => <input {...control} type="file" name="photo" accept="image/*" className="input" />}
          </Field>
          <TextField
            label="What does it show?"
            name="alt_text"
            optional
            maxLength={500}
            hint="Read aloud to those who cannot see it."
            defaultValue={rejection?.values.alt_text}
            error={rejection?.fieldErrors.alt_text}
          />
        </>
      )}
    </FormDialog>
  )
}
