import { TextField } from '#app/ui/forms/text-field.tsx'
import type { SettingsReply } from '../action-result.ts'
import type { OwnPasskey } from '../settings-data.server.ts'
import { SettingsForm } from '../settings-form.tsx'
import { SettingsStep } from '../settings-step.tsx'

/** Another name for a passkey. */
export function RenamePasskey({ passkey, reply }: { passkey: OwnPasskey; reply: SettingsReply | undefined }) {
  return (
    <SettingsStep part="security" title="Rename the passkey">
      <SettingsForm
        part="security"
        intent="rename-passkey"
        step="rename-passkey"
        sends={{ passkey: passkey.id }}
        reply={reply}
        submitLabel="Save"
        busyLabel="Saving"
        backLabel="Leave it"
      >
        <TextField
          label="Name"
          name="name"
          dir="auto"
          maxLength={120}
          autoComplete="off"
          required
          defaultValue={reply?.rejection?.values.name ?? passkey.name}
          error={reply?.rejection?.fieldErrors.name}
        />
      </SettingsForm>
    </SettingsStep>
  )
}

/** Asks once more before a passkey goes. */
export function RemovePasskey({ passkey, reply }: { passkey: OwnPasskey; reply: SettingsReply | undefined }) {
  return (
    <SettingsStep
      part="security"
      title={
        <>
          Remove the passkey <bdi className="wrap-anywhere">{passkey.name}</bdi>?
        </>
      }
      lead="It will not open your account any more. Your device still lists it until you delete it there."
    >
      <SettingsForm
        part="security"
        intent="remove-passkey"
        step="remove-passkey"
        sends={{ passkey: passkey.id }}
        reply={reply}
        submitLabel="Remove it"
        busyLabel="Removing"
        variant="danger"
        backLabel="Keep it"
      />
    </SettingsStep>
  )
}
