import { CodeField } from '#app/features/account/sign-in/codes/code-field.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { RadioGroup } from '#app/ui/forms/choices/radio-group.tsx'
import type { SettingsResponse } from '../action-result.ts'
import type { EmailData } from '../settings-data.server.ts'
import { ActionForm, SettingsForm } from '../settings-form.tsx'

export type EmailAndPhoneProps = { data: EmailData; response: SettingsResponse | undefined }

/** A pending change of address, to confirm by the link or the code of the email. */
export function PendingEmail({ data: { email, newEmail }, response }: EmailAndPhoneProps) {
  const rejection = response?.intent === 'email-code' ? response.rejection : undefined
  return (
    <div className="settings-pending">
      <Notice>
        Waiting for <b className="wrap-anywhere">{newEmail}</b>. Open the link in the email we sent there, or enter its
        code.
        {email && ' If we also wrote to your current address, confirm there as well.'}
      </Notice>
      <SettingsForm
        section="email"
        intent="email-code"
        sends={email ? {} : { address: newEmail }}
        response={response}
        submitLabel="Confirm"
        busyLabel="Checking"
      >
        {email && (
          <RadioGroup
            legend="The code was sent to"
            name="address"
            defaultValue={rejection?.values.address ?? newEmail}
            options={[newEmail, email].map((value) => ({
              value,
              label: <span className="wrap-anywhere">{value}</span>,
            }))}
          />
        )}
        <CodeField sentBy="email" error={rejection?.fieldErrors.code} />
      </SettingsForm>
      <div className="settings-buttons">
        <ActionForm section="email" sends={{ intent: 'email-again' }} label="Send again" busyLabel="Sending" />
        <ActionForm
          section="email"
          sends={{ intent: 'email-cancel' }}
          label="Cancel the change"
          busyLabel="Cancelling"
        />
      </div>
    </div>
  )
}

/** A pending change of the number, to confirm by its code. */
export function PendingPhone({ data: { newPhone, newPhoneNumber }, response }: EmailAndPhoneProps) {
  const rejection = response?.intent === 'phone-code' ? response.rejection : undefined
  return (
    <div className="settings-pending">
      <Notice>
        Waiting for <bdi>{newPhone}</bdi>. Enter the code that we sent there.
      </Notice>
      <SettingsForm
        section="email"
        intent="phone-code"
        sends={{ phone: newPhoneNumber }}
        response={response}
        submitLabel="Confirm"
        busyLabel="Checking"
      >
        <CodeField sentBy="phone" error={rejection?.fieldErrors.code} />
      </SettingsForm>
      <div className="settings-buttons">
        <ActionForm section="email" sends={{ intent: 'phone-again' }} label="Send again" busyLabel="Sending" />
        <ActionForm
          section="email"
          sends={{ intent: 'phone-cancel' }}
          label="Cancel the change"
          busyLabel="Cancelling"
        />
      </div>
    </div>
  )
}
