import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import { useSearchParams } from 'react-router'
import { CodeField } from '#app/features/account/sign-in/code-field.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { TextField } from '#app/ui/forms/text-field.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { SettingsReply } from '../action-result.ts'
import type { EmailData } from '../settings-data.server.ts'
import { ActionForm, SettingsForm } from '../settings-form.tsx'
import { SettingsGroup, SettingsRow } from '../settings-group.tsx'
import { settingsUrl } from '../settings-sections.ts'
import { SettingsStep } from '../settings-step.tsx'

type EmailAndPhoneProps = { data: EmailData; reply: SettingsReply | undefined }

/** Address and number of the account, and changes of them that wait for a code; or one step of changing them. */
export function EmailAndPhoneSection({ data, reply }: EmailAndPhoneProps) {
  const [search] = useSearchParams()
  const step = reply ? reply.step : search.get('step')
  if (step === 'email') return <ChangeEmail data={data} reply={reply} />
  if (step === 'phone') return <ChangePhone data={data} reply={reply} />
  if (step === 'remove-phone') return <RemovePhone data={data} reply={reply} />
  return (
    <>
      <SettingsGroup title="E-mail">
        <ul>
          <SettingsRow
            sign={<Mail />}
            title={<span className="wrap-anywhere">{data.email || 'None'}</span>}
            note={data.email ? 'Shown to nobody.' : 'With one you can get a new password by mail.'}
            actions={
              <LinkButton
                to={settingsUrl('email', { step: 'email' })}
                aria-label={data.email ? 'Change the e-mail' : 'Add an e-mail'}
              >
                {data.email ? 'Change' : 'Add'}
              </LinkButton>
            }
          />
        </ul>
        {data.newEmail && <PendingEmail data={data} reply={reply} />}
      </SettingsGroup>
      {data.hasPhone && <PhoneGroup data={data} reply={reply} />}
    </>
  )
}

function PhoneGroup({ data, reply }: EmailAndPhoneProps) {
  const { phone, canRemovePhone } = data
  return (
    <SettingsGroup title="Phone">
      <ul>
        <SettingsRow
          sign={<Phone />}
          title={<bdi>{phone || 'None'}</bdi>}
          note={phone ? 'You can sign in with it. Shown to nobody.' : 'With a number you can sign in by a texted code.'}
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
      {data.newPhone && <PendingPhone data={data} reply={reply} />}
    </SettingsGroup>
  )
}

/** A change of the address that waits: by the link in the mail, or by its code. */
function PendingEmail({ data: { email, newEmail }, reply }: EmailAndPhoneProps) {
  const rejection = reply?.intent === 'email-code' ? reply.rejection : undefined
  return (
    <div className="settings-pending">
      <Notice>
        Waiting for <b className="wrap-anywhere">{newEmail}</b>: open the link in the mail there, or type its code.
        {email && ' If a mail came to your present address too, both have to say yes.'}
      </Notice>
      <SettingsForm
        part="email"
        intent="email-code"
        sends={email ? {} : { address: newEmail }}
        reply={reply}
        submitLabel="Confirm"
        busyLabel="Checking"
      >
        {email && (
          <RadioGroup
            legend="The code came to"
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
      <ActionForm part="email" sends={{ intent: 'email-again' }} label="Send again" busyLabel="Sending" />
    </div>
  )
}

/** A change of the number that waits for the code. */
function PendingPhone({ data: { newPhone, newPhoneNumber }, reply }: EmailAndPhoneProps) {
  const rejection = reply?.intent === 'phone-code' ? reply.rejection : undefined
  return (
    <div className="settings-pending">
      <Notice>
        Waiting for <bdi>{newPhone}</bdi>: type the six digits that were texted there.
      </Notice>
      <SettingsForm
        part="email"
        intent="phone-code"
        sends={{ phone: newPhoneNumber }}
        reply={reply}
        submitLabel="Confirm"
        busyLabel="Checking"
      >
        <CodeField error={rejection?.fieldErrors.code} />
      </SettingsForm>
      <ActionForm part="email" sends={{ intent: 'phone-again' }} label="Text again" busyLabel="Sending" />
    </div>
  )
}

function ChangeEmail({ data, reply }: EmailAndPhoneProps) {
  return (
    <SettingsStep
      part="email"
      title={data.email ? 'Another e-mail address' : 'An e-mail address'}
      lead={
        data.email
          ? 'We write to it first. Where this site is careful, we write to your present one too, and both have to say yes.'
          : 'We write to it first.'
      }
    >
      <SettingsForm
        part="email"
        intent="email"
        step="email"
        reply={reply}
        submitLabel="Change it"
        busyLabel="Changing"
        backLabel="Leave it"
      >
        <TextField
          label="New e-mail"
          type="email"
          name="email"
          autoComplete="email"
          dir="auto"
          required
          defaultValue={reply?.rejection?.values.email}
          error={reply?.rejection?.fieldErrors.email}
        />
      </SettingsForm>
    </SettingsStep>
  )
}

function ChangePhone({ data, reply }: EmailAndPhoneProps) {
  return (
    <SettingsStep
      part="email"
      title={data.phone ? 'Another number' : 'A phone number'}
      lead="We text a code to it first."
    >
      <SettingsForm
        part="email"
        intent="phone"
        step="phone"
        reply={reply}
        submitLabel="Text me"
        busyLabel="Sending"
        backLabel="Leave it"
      >
        <TextField
          label="New number"
          type="tel"
          name="phone"
          autoComplete="tel"
          hint="With the code of your country, as in +39."
          required
          defaultValue={reply?.rejection?.values.phone}
          error={reply?.rejection?.fieldErrors.phone}
        />
      </SettingsForm>
    </SettingsStep>
  )
}

function RemovePhone({ data, reply }: EmailAndPhoneProps) {
  return (
    <SettingsStep
      part="email"
      title={
        <>
          Remove <bdi>{data.phone}</bdi>?
        </>
      }
      lead="You will not be able to sign in with it any more. Your other ways in stay."
    >
      <SettingsForm
        part="email"
        intent="remove-phone"
        step="remove-phone"
        reply={reply}
        submitLabel="Remove it"
        busyLabel="Removing"
        variant="danger"
        backLabel="Keep it"
      />
    </SettingsStep>
  )
}
