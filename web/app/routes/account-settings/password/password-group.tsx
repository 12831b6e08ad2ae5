import Lock from 'lucide-react/icons/lock'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { PasswordField } from '#app/ui/forms/password-field.tsx'
import { TextField } from '#app/ui/forms/text-field.tsx'
import type { SettingsReply } from '../action-result.ts'
import { SettingsForm } from '../settings-form.tsx'
import { SettingsGroup, SettingsRow } from '../settings-group.tsx'
import { settingsUrl } from '../settings-sections.ts'
import { SettingsStep } from '../settings-step.tsx'

/** Whether there is a password, and the way to change it. */
export function PasswordGroup({ hasPassword }: { hasPassword: boolean }) {
  return (
    <SettingsGroup title="Password">
      <ul>
        <SettingsRow
          sign={<Lock />}
          title={hasPassword ? 'You have a password' : 'You have no password'}
          note={
            hasPassword
              ? 'When it changes, every other device has to sign in again.'
              : 'You sign in by other ways. One more does no harm.'
          }
          actions={
            <LinkButton
              to={settingsUrl('security', { step: 'password' })}
              aria-label={hasPassword ? 'Change the password' : 'Set a password'}
            >
              {hasPassword ? 'Change' : 'Set one'}
            </LinkButton>
          }
        />
      </ul>
    </SettingsGroup>
  )
}

/** A new password. The service may ask for the present one or for a code; those fields then appear, and what was typed stays. */
export function ChangePassword({ hasPassword, reply }: { hasPassword: boolean; reply: SettingsReply | undefined }) {
  const errors = reply?.rejection?.fieldErrors ?? {}
  const asks = reply?.begun ?? {}
  return (
    <SettingsStep part="security" title={hasPassword ? 'Change the password' : 'Set a password'}>
      {'nonce' in asks && (
        <p className="settings-note" role="status">
          You signed in a while ago, so we have sent you a code: type it below, and save again.
        </p>
      )}
      <SettingsForm
        part="security"
        intent="password"
        step="password"
        reply={reply}
        submitLabel="Save"
        busyLabel="Saving"
        backLabel="Leave it"
      >
        {'current_password' in asks && (
          <PasswordField
            label="Present password"
            name="current_password"
            autoComplete="current-password"
            required
            error={errors.current_password}
          />
        )}
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          hint="At least 8 characters. A short sentence is better than a twisted word."
          required
          error={errors.password}
        />
        <PasswordField
          label="The same once more"
          name="repeated_password"
          autoComplete="new-password"
          required
          error={errors.repeated_password}
        />
        {'nonce' in asks && (
          <TextField
            label="Code"
            name="nonce"
            inputMode="numeric"
            autoComplete="one-time-code"
            hint="It went to your e-mail address, or else to your phone."
            required
            defaultValue={reply?.rejection?.values.nonce}
            error={errors.nonce}
          />
        )}
      </SettingsForm>
    </SettingsStep>
  )
}
