import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import { useSearchParams } from 'react-router'
import { CodeField } from '#app/features/account/sign-in/codes/code-field.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { RadioGroup } from '#app/ui/forms/choices/radio-group.tsx'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { SettingsResponse } from '../action-result.ts'
import { ConfirmStep } from '../confirm-step.tsx'
import type { EmailData } from '../settings-data.server.ts'
import { ActionForm, SettingsForm } from '../settings-form.tsx'
import { SettingsGroup, SettingsRow } from '../settings-group.tsx'
import { settingsUrl } from '../settings-sections.ts'
import { SettingsStep } from '../settings-step.tsx'

type EmailAndPhoneProps = { data: EmailData; response: SettingsResponse | undefined }

/** Email address and phone number, with changes that await confirmation, or one step of changing them. */
export function EmailAndPhoneSection({ data, response }: EmailAndPhoneProps) {
  const [search] = useSearchParams()
  const step = response ? response.step : search.get('step')
  if (step === 'email') return <ChangeEmail data={data} response={response} />
  if (step === 'phone') return <ChangePhone data={data} response={response} />
  if (step === 'remove-phone') return <RemovePhone data={data} response={response} />
  return (
    <>
      <SettingsGroup title="Email">
        <ul>
          <SettingsRow
            icon={<Mail />}
            title={<span className="wrap-anywhere">{data.email || 'None'}</span>}
            note={data.email ? 'Only visible to you.' : 'Add one so that you can reset your password.'}
            actions={
              <LinkButton
                to={settingsUrl('email', { step: 'email' })}
                aria-label={data.email ? 'Change the email' : 'Add an email'}
              >
                {data.email ? 'Change' : 'Add'}
              </LinkButton>
            }
          />
        </ul>
        {data.newEmail && <PendingEmail data={data} response={response} />}
      </SettingsGroup>
      {data.hasPhone && <PhoneGroup data={data} response={response} />}
    </>
  )
}

function PhoneGroup({ data, response }: EmailAndPhoneProps) {
  const { phone, canRemovePhone } = data
  return (
    <SettingsGroup title="Phone">
      <ul>
        <SettingsRow
          icon={<Phone />}
          title={<bdi>{phone || 'None'}</bdi>}
          note={
            phone
              ? 'You can sign in with it. Only visible to you.'
              : 'Add a number to sign in with a code by text message.'
          }
          actions={
            <span className="settings-links">
              {phone && canRemovePhone && (
                <TextLink to={settingsUrl('email', { step: 'remove-phone' })} aria-label="Remove the number">
                  Remove
                </TextLink>
              )}
              <LinkButton
                to={settingsUrl('email', { step: 'phone' })}
                aria-label={phone ? 'Change the number' : 'Add a number'}
              >
                {phone ? 'Change' : 'Add'}
              </LinkButton>
            </span>
          }
        />
      </ul>
      {data.newPhone && <PendingPhone data={data} response={response} />}
    </SettingsGroup>
  )
}

/** A pending change of address, to confirm by the link or the code of the email. */
function PendingEmail({ data: { email, newEmail }, response }: EmailAndPhoneProps) {
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
        <CodeField error={rejection?.fieldErrors.code} />
      </SettingsForm>
      <ActionForm section="email" sends={{ intent: 'email-again' }} label="Send again" busyLabel="Sending" />
    </div>
  )
}

/** A pending change of the number, to confirm by its code. */
function PendingPhone({ data: { newPhone, newPhoneNumber }, response }: EmailAndPhoneProps) {
  const rejection = response?.intent === 'phone-code' ? response.rejection : undefined
  return (
    <div className="settings-pending">
      <Notice>
        Waiting for <bdi>{newPhone}</bdi>. Enter the six digits that we sent there.
      </Notice>
      <SettingsForm
        section="email"
        intent="phone-code"
        sends={{ phone: newPhoneNumber }}
        response={response}
        submitLabel="Confirm"
        busyLabel="Checking"
      >
        <CodeField error={rejection?.fieldErrors.code} />
      </SettingsForm>
      <ActionForm section="email" sends={{ intent: 'phone-again' }} label="Send again" busyLabel="Sending" />
    </div>
  )
}

function ChangeEmail({ data, response }: EmailAndPhoneProps) {
  return (
    <SettingsStep
      section="email"
      title={data.email ? 'Change your email address' : 'Add an email address'}
      lead={
        data.email
          ? 'We send a confirmation to the new address first, and to your current one if this site requires both.'
          : 'We send a confirmation to it first.'
      }
    >
      <SettingsForm
        section="email"
        intent="email"
        step="email"
        response={response}
        submitLabel="Change"
        busyLabel="Changing"
        backLabel="Cancel"
      >
        <TextField
          label="New email"
          type="email"
          name="email"
          autoComplete="email"
          dir="auto"
          required
          defaultValue={response?.rejection?.values.email}
          error={response?.rejection?.fieldErrors.email}
        />
      </SettingsForm>
    </SettingsStep>
  )
}

function ChangePhone({ data, response }: EmailAndPhoneProps) {
  return (
    <SettingsStep
      section="email"
      title={data.phone ? 'Change your phone number' : 'Add a phone number'}
      lead="We send it a code by text message first."
    >
      <SettingsForm
        section="email"
        intent="phone"
        step="phone"
        response={response}
        submitLabel="Send code"
        busyLabel="Sending"
        backLabel="Cancel"
      >
        <TextField
          label="New number"
          type="tel"
          name="phone"
          autoComplete="tel"
          hint="With the country code, as in +39."
          required
          defaultValue={response?.rejection?.values.phone}
          error={response?.rejection?.fieldErrors.phone}
        />
      </SettingsForm>
    </SettingsStep>
  )
}

function RemovePhone({ data, response }: EmailAndPhoneProps) {
  return (
    <ConfirmStep
      section="email"
      title={
        <>
          Remove <bdi>{data.phone}</bdi>?
        </>
      }
      lead="You will no longer be able to sign in with it. Your other sign-in methods stay."
      intent="remove-phone"
      step="remove-phone"
      response={response}
      label="Remove"
    />
  )
}
