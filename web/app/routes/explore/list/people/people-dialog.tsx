import Link2 from 'lucide-react/icons/link-2'
import { useState } from 'react'
import { useActionData, useFetcher } from 'react-router'
import { MemberAvatar } from '#app/features/account/members/member-avatar.tsx'
import { MemberLink } from '#app/features/account/members/member-link.tsx'
import { getMemberName } from '#app/features/account/members/member-name.ts'
import { listUrl } from '#app/features/lists/list-url.ts'
import { formatDay, formatMonth } from '#app/lib/format/dates.ts'
import { useIntentForm } from '#app/lib/intent-form.ts'
import { useAppSettings, useViewer } from '#app/platform/root-data.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { useCopy } from '#app/ui/buttons/use-copy.ts'
import { PageDialog } from '#app/ui/dialogs/page-dialog.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { RadioGroup } from '#app/ui/forms/choices/radio-group.tsx'
import type { ListResponse } from '../list-action.server.ts'
import type { ListMember, ListPage } from '../list-page.ts'

const ROLES = [
  { value: 'editor', label: 'Editor', hint: 'Adds, moves and removes spots, writes notes' },
  { value: 'viewer', label: 'Viewer', hint: 'Sees the list even while it is private' },
] as const

/** The members of a list, and for its owner the invitations. */
export function PeopleDialog({ page, onClose }: { page: ListPage; onClose: () => void }) {
  const { author, members, invitations, role } = page
  const isOwner = role === 'owner'
  return (
    <PageDialog
      onClose={onClose}
      title="Make this list together"
      description={
        isOwner && page.hidden === null
          ? `Anyone with the link ${page.admits_new_members ? 'can join, even without an account' : 'can join if they have an account'}. Links expire after 14 days.`
          : undefined
      }
      actions={
        <Button onClick={onClose} className="needs-script">
          Close
        </Button>
      }
    >
      {isOwner && page.hidden === null && <InviteForm listId={page.list.id} />}
      <ul className="people">
        <li className="person">
          {author && <MemberAvatar id={author.id} url={author.avatar_url} size={44} />}
          <span className="person-words">
            <MemberLink member={author} />
            <span>Owner</span>
          </span>
        </li>
        {members.map((member) => member && <Person key={member.id} member={member} isOwner={isOwner} />)}
        {invitations.map(({ id, role: invited, use_count, max_uses, expires_at }) => (
          <li key={id} className="person">
            <span className="person-link" aria-hidden="true">
              <Link2 size={18} />
            </span>
            <span className="person-words">
              <b>Link for {invited}s</b>
              <span>
                {use_count} of {max_uses} used, expires {formatDay(expires_at)}
              </span>
            </span>
            <RowButton intent="revoke" id={id} label={`Revoke the link for ${invited}s`}>
              Revoke
            </RowButton>
          </li>
        ))}
      </ul>
    </PageDialog>
  )
}

/** Creates a link for editors or viewers and shows it once. */
function InviteForm({ listId }: { listId: string }) {
  const { siteUrl } = useAppSettings()
  const posted = useActionData<ListResponse | undefined>()
  const fetcher = useFetcher<ListResponse>()
  const [role, setRole] = useState<'editor' | 'viewer'>('editor')
  const response = fetcher.data ?? (posted?.intent === 'invite' ? posted : undefined)
  const made = response?.token && `${siteUrl}${listUrl(listId)}&invite=${response.token}`
  const { copy } = useCopy('Link copied')
  return (
    <fetcher.Form method="post" className="invite">
      <RadioGroup legend="They join as" name="role" options={ROLES} value={role} onChange={setRole} />
      {response?.rejection?.message && <Notice kind="bad">{response.rejection.message}</Notice>}
      {made && (
        <div className="invite-link">
          <input
            className="input"
            aria-label="Invitation link"
            readOnly
            value={made}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button variant="primary" className="needs-script" onClick={() => copy(made)}>
            Copy
          </Button>
        </div>
      )}
      <Button
        type="submit"
        name="intent"
        value="invite"
        variant={made ? 'secondary' : 'primary'}
        busy={fetcher.state !== 'idle'}
        busyLabel="Creating"
      >
        {made ? 'Create another link' : 'Create a link'}
      </Button>
    </fetcher.Form>
  )
}

function Person({ member, isOwner }: { member: ListMember; isOwner: boolean }) {
  const viewer = useViewer()
  const name = getMemberName(member)
  return (
    <li className="person">
      <MemberAvatar id={member.id} url={member.avatar_url} size={44} />
      <span className="person-words">
        <MemberLink member={member} />
        <span>
          {member.role === 'editor' ? 'Editor' : 'Viewer'} since {formatMonth(member.joined_at)}
        </span>
      </span>
      {isOwner && (
        <RowButton intent="remove-member" id={member.id} label={`Remove ${name}`}>
          Remove
        </RowButton>
      )}
      {member.id === viewer?.id && (
        <RowButton intent="leave" id={member.id} label="Leave this list">
          Leave
        </RowButton>
      )}
    </li>
  )
}

function RowButton({ intent, id, label, children }: { intent: string; id: string; label: string; children: string }) {
  const { Form, isBusy, rejection } = useIntentForm(intent)
  return (
    <Form method="post">
      <input type="hidden" name="id" value={id} />
      <button
        type="submit"
        name="intent"
        value={intent}
        className="link"
        aria-label={label}
        aria-busy={isBusy || undefined}
      >
        {children}
      </button>
      {rejection?.message && (
        <span className="field-error" role="alert">
          {rejection.message}
        </span>
      )}
    </Form>
  )
}
