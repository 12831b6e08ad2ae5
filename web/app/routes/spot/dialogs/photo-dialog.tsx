import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { FormDialog } from '#app/ui/dialogs/form-dialog.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import type { SpotDialogProps } from './spot-dialog.ts'

/** Adds one photo. Authors order photos on the page where they edit the spot. */
export function PhotoDialog({ onClose }: SpotDialogProps) {
  return (
    <FormDialog
      intent="photo"
      title="Add a photo"
      description="Only photos that you took yourself. Location and camera details are removed from the file."
      submitLabel="Add photo"
      busyLabel="Sending"
      doneMessage="Photo added"
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
            maxLength={CONTENT_LIMITS['photos.alt_text']}
            hint="Screen readers read this aloud."
            defaultValue={rejection?.values.alt_text}
            error={rejection?.fieldErrors.alt_text}
          />
        </>
      )}
    </FormDialog>
  )
}
