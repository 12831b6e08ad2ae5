import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import { useSearchParams } from 'react-router'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { LinkFailure } from '../link-failure.tsx'
import { SettingsGroup, SettingsRow } from '../settings-group.tsx'
import { settingsUrl } from '../settings-sections.ts'
import { ChangeEmail, ChangePhone, RemovePhone } from './change-steps.tsx'
import { type EmailAndPhoneProps, PendingEmail, PendingPhone } from './pending-changes.tsx'

/** Email address and phone number, with changes that await confirmation, or one step of changing them. */
export function EmailAndPhoneSection({ data, response }: EmailAndPhoneProps) {
  const [search] = useSearchParams()
  const step = response ? response.step : search.get('step')
  if (step === 'email') return <ChangeEmail data={data} response={response} />
  if (step === 'phone') return <ChangePhone data={data} response={response} />
  if (step === 'remove-phone') return <RemovePhone data={data} response={response} />
  const isHalfConfirmed = data.newEmail !== '' && search.has('message') && !response
  return (
    <>
      <LinkFailure response={response} />
      {isHalfConfirmed && (
        <Notice kind="ok" className="settings-failure">
          Thank you, one of the two addresses is confirmed. Now open the link in the email to the other one.
        </Notice>
      )}
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
