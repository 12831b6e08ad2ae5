import { TextField } from '#app/ui/forms/text/text-field.tsx'
import type { SettingsResponse } from '../action-result.ts'
import { ConfirmStep } from '../confirm-step.tsx'
import type { OwnPasskey } from '../security-data.server.ts'
import { SettingsForm } from '../settings-form.tsx'
import { SettingsStep } from '../settings-step.tsx'

/** The form that renames a passkey. */
export function RenamePasskey({ passkey, response }: { passkey: OwnPasskey; response: SettingsResponse | undefined }) {
  return (
    <SettingsStep section="security" title="Rename the passkey">
      <SettingsForm
        section="security"
        intent="rename-passkey"
        step="rename-passkey"
        sends={{ passkey: passkey.id }}
        response={response}
        submitLabel="Save"
        busyLabel="Saving"
        backLabel="Cancel"
      >
        <TextField
          label="Name"
          name="name"
          dir="auto"
          maxLength={120}
          autoComplete="off"
          required
          defaultValue={response?.rejection?.values.name ?? passkey.name}
          error={response?.rejection?.fieldErrors.name}
        />
      </SettingsForm>
    </SettingsStep>
  )
}

/** The confirmation before a passkey is removed. */
export function RemovePasskey({ passkey, response }: { passkey: OwnPasskey; response: SettingsResponse | undefined }) {
  return (
    <ConfirmStep
      section="security"
      title={
        <>
          Remove the passkey <bdi className="wrap-anywhere">{passkey.name || 'without a name'}</bdi>?
        </>
      }
      lead="You will no longer be able to sign in with it. Your device lists it until you delete it there."
      intent="remove-passkey"
      step="remove-passkey"
      sends={{ passkey: passkey.id }}
      response={response}
      label="Remove"
    />
  )
}
