import { href, useNavigation } from 'react-router'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { formatDay } from '#app/lib/format/dates.ts'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { useAppSettings } from '#app/platform/root-data.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { CopyButton } from '#app/ui/buttons/copy-button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import { Section } from '#app/ui/layout/section.tsx'
import type { SettingsResponse } from './settings-actions.server.ts'
import type { Invitation } from './settings-data.ts'

/** Links that let people sign up while an invitation is needed: create one, see how often it was used, revoke it. */
export function Invitations({
  invitations,
  response,
  now,
}: {
  invitations: Invitation[]
  response: SettingsResponse | undefined
  now: number
}) {
  return (
    <div id="invitations">
      <Section title="Invitations">
        <NewInvitation response={response?.intent === 'create-invitation' ? response : undefined} />
        {response?.intent === 'revoke-invitation' && response.rejection?.message && (
          <Notice kind="bad">{response.rejection.message}</Notice>
        )}
        {invitations.length === 0 ? (
          <p className="text-ink-2">No open invitations.</p>
        ) : (
          <ul aria-label="Open invitations">
            {invitations.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} now={now} />
            ))}
          </ul>
        )}
      </Section>
    </div>
  )
}

function NewInvitation({ response }: { response: SettingsResponse | undefined }) {
  const isBusy = useNavigation().formData?.get('intent') === 'create-invitation'
  const field = (name: string, fallback: string) => ({
    name,
    defaultValue: response?.rejection?.values[name] ?? fallback,
    error: response?.rejection?.fieldErrors[name],
  })
  return (
    <>
      {response?.rejection?.message && <Notice kind="bad">{response.rejection.message}</Notice>}
      {response?.token && <NewLink token={response.token} />}
      <PageForm method="post" className="invitation-form" noValidate>
        <input type="hidden" name="intent" value="create-invitation" />
        <TextField
          label="Who it is for"
          optional
          maxLength={CONTENT_LIMITS['invitations.note']}
          {...field('note', '')}
        />
        <TextField label="People" type="number" min={1} max={100} {...field('uses', '1')} />
        <TextField label="Days" type="number" min={1} max={90} {...field('days', '14')} />
        <Button type="submit" busy={isBusy} busyLabel="Creating">
          Create a link
        </Button>
      </PageForm>
    </>
  )
}

/** The link is shown once: the site keeps only a hash of it. */
function NewLink({ token }: { token: string }) {
  const { siteUrl } = useAppSettings()
  const link = `${siteUrl}${href('/auth/signup')}?invitation=${token}`
  return (
    <div className="field" role="status">
      <label className="field-label" htmlFor="new-invitation">
        Your invitation. Copy it now: it is not shown again.
      </label>
      <div className="invitation-link">
        <input id="new-invitation" className="input" readOnly value={link} />
        <CopyButton text={link} label="Copy the link" done="Link copied" />
      </div>
    </div>
  )
}

function InvitationRow({ invitation, now }: { invitation: Invitation; now: number }) {
  const { id, note, uses, max_uses, expires_at } = invitation
  return (
    <li className="invitation-row">
      <p>
        <span dir="auto">{note ?? 'Invitation'}</span>
        <span className="site-setting-hint">
          {' '}
          · used {uses} of {max_uses} · valid until {formatDay(expires_at, now)}
        </span>
      </p>
      <PageForm method="post">
        <input type="hidden" name="intent" value="revoke-invitation" />
        <input type="hidden" name="id" value={id} />
        <Button type="submit" size="small">
          Revoke
        </Button>
      </PageForm>
    </li>
  )
}
