import Lock from 'lucide-react/icons/lock'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { PasswordField } from '#app/ui/forms/text/password-field.tsx'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import type { SettingsResponse } from '../action-result.ts'
import { ActionForm, SettingsForm } from '../settings-form.tsx'
import { SettingsGroup, SettingsRow } from '../settings-group.tsx'
import { settingsUrl } from '../settings-sections.ts'
import { SettingsStep } from '../settings-step.tsx'

/** States whether the account has a password, with a link to change it. */
export function PasswordGroup({ hasPassword }: { hasPassword: boolean }) {
  return (
    <SettingsGroup title="Password">
      <ul>
        <SettingsRow
          icon={<Lock />}
          title={hasPassword ? 'You have a password' : 'You have no password'}
          note={
            hasPassword
              ? 'Changing it signs out every other device and revokes your access tokens.'
              : 'You sign in with other methods. You can add a password as well.'
          }
          actions={
            <LinkButton
              to={settingsUrl('security', { step: 'password' })}
              aria-label={hasPassword ? 'Change your password' : 'Set a password'}
            >
              {hasPassword ? 'Change' : 'Set password'}
            </LinkButton>
          }
        />
      </ul>
    </SettingsGroup>
  )
}

/**
 * The form for a new password. If the service requires the current one or a code, those fields appear and the typed
 * text stays.
 */
export function ChangePassword({
  hasPassword,
  response,
}: {
  hasPassword: boolean
  response: SettingsResponse | undefined
}) {
  const errors = response?.rejection?.fieldErrors ?? {}
  const asks = response?.begun ?? {}
  return (
    <SettingsStep section="security" title={hasPassword ? 'Change your password' : 'Set a password'}>
      {'nonce' in asks && (
        <p className="settings-note" role="status">
          {response?.intent === AGAIN && !response.rejection
            ? 'We sent you another code. Only the newest one is valid.'
            : 'You signed in a while ago, so we sent you a code. Enter it below and save again.'}
        </p>
      )}
      <SettingsForm
        section="security"
        intent="password"
        step="password"
        response={response}
        submitLabel="Save"
        busyLabel="Saving"
        backLabel="Cancel"
      >
        {'current_password' in asks && (
          <PasswordField
            label="Current password"
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
          hint="At least 8 characters. A short sentence makes a good password."
          required
          error={errors.password}
        />
        <PasswordField
          label="Repeat new password"
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
            hint="We sent it to your email address, or to your phone if you have none."
            required
            defaultValue={response?.intent === AGAIN ? undefined : response?.rejection?.values.nonce}
            error={errors.nonce}
          />
        )}
      </SettingsForm>
      {'nonce' in asks && (
        <ActionForm
          section="security"
          sends={{ ...asks, intent: AGAIN, step: 'password' }}
          label="Send the code again"
          busyLabel="Sending"
        />
      )}
    </SettingsStep>
  )
}

const AGAIN = 'password-code-again'
