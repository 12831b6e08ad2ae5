import { useId } from 'react'
import { formatDay } from '#app/lib/format/dates.ts'
import { CopyButton } from '#app/ui/buttons/copy-button.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { RadioGroup } from '#app/ui/forms/choices/radio-group.tsx'
import { SelectField } from '#app/ui/forms/choices/select-field.tsx'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import type { SettingsResponse } from '../action-result.ts'
import { SettingsForm } from '../settings-form.tsx'
import { settingsUrl } from '../settings-sections.ts'
import { SettingsStep } from '../settings-step.tsx'
import { tokenLifetimes } from './token-data.ts'

const WRITE_HINT =
  'Can also add, change and delete content on your behalf, but not change your account or sign-in, or moderate.'

/** The form for a new token. After it is sent, shows the token once. */
export function CreateToken({ response }: { response: SettingsResponse | undefined }) {
  if (response?.begun?.token) return <NewToken {...response.begun} token={response.begun.token} />
  const values = response?.rejection?.values ?? {}
  const fieldErrors = response?.rejection?.fieldErrors ?? {}
  return (
    <SettingsStep section="tokens" title="New access token">
      <SettingsForm
        section="tokens"
        intent="create-token"
        step="new"
        response={response}
        submitLabel="Create"
        busyLabel="Creating"
        backLabel="Cancel"
      >
        <TextField
          label="Name"
          hint="What will use it, for example “Backup script”."
          name="name"
          maxLength={60}
          required
          autoComplete="off"
          defaultValue={values.name}
          error={fieldErrors.name}
        />
        <RadioGroup
          legend="What it may do"
          name="scope"
          defaultValue={values.scope ?? 'read'}
          options={[
            { value: 'read', label: 'Read', hint: 'What every member sees.' },
            {
              value: 'own',
              label: 'Read, and your own data',
              hint: 'Also what only you see: your email address, drafts, private spots and lists.',
            },
            {
              value: 'write',
              label: 'Read and write',
              hint: WRITE_HINT,
            },
          ]}
          error={fieldErrors.scope}
        />
        <SelectField label="Expires after" name="days" defaultValue={values.days ?? '90'} error={fieldErrors.days}>
          {tokenLifetimes.map((days) => (
            <option key={days} value={days}>
              {days === 365 ? 'One year' : `${days} days`}
            </option>
          ))}
        </SelectField>
      </SettingsForm>
    </SettingsStep>
  )
}

/** The token is shown once: the site keeps only a hash of it. */
function NewToken({ token, name, expiresAt }: { token: string; name?: string; expiresAt?: string }) {
  const id = useId()
  return (
    <SettingsStep
      section="tokens"
      title={<bdi className="wrap-anywhere">{name}</bdi>}
      lead={expiresAt && `This token works until ${formatDay(expiresAt)}. Treat it like a password.`}
    >
      <div className="field" role="status">
        <label className="field-label" htmlFor={id}>
          Your token. Copy it now: you cannot see it again.
        </label>
        <div className="settings-token">
          <input id={id} className="input" readOnly value={token} autoComplete="off" spellCheck={false} />
          <CopyButton text={token} label="Copy the token" done="Token copied" />
        </div>
      </div>
      <div className="settings-buttons">
        <LinkButton to={settingsUrl('tokens')} variant="primary">
          Done
        </LinkButton>
      </div>
    </SettingsStep>
  )
}
