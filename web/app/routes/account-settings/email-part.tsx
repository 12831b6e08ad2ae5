import { TextField } from '#app/ui/text-field.tsx'
import { SettingsForm } from './settings-form.tsx'
import type { SettingsReply } from './settings-steps.ts'

/** The address of the account, and another one in its place. */
export function EmailPart({ email, reply }: { email: string; reply: SettingsReply | undefined }) {
  const rejection = reply?.intent === 'email' ? reply.rejection : undefined
  return (
    <>
      <p className="settings-present">
        Now: <b className="wrap-anywhere">{email || 'none'}</b>
      </p>
      <SettingsForm intent="email" reply={reply} submitLabel="Change it" busyLabel="Changing">
        <TextField
          label="New e-mail"
          type="email"
          name="email"
          autoComplete="email"
          hint="If this site sends mails, it asks at the address first."
          required
          defaultValue={rejection?.values.email}
          error={rejection?.fieldErrors.email}
        />
      </SettingsForm>
    </>
  )
}
