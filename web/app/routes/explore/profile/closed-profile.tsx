import { href, useLocation } from 'react-router'
import { MemberAvatar } from '#app/features/account/members/member-avatar.tsx'
import { getMemberName } from '#app/features/account/members/member-name.ts'
import { useIntentForm } from '#app/lib/intent-form.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import type { ClosedProfile as Closed } from './profile-page.ts'

/** A profile without content: the name, the reason, and the possible actions. */
export function ClosedProfile({ profile: { state, member } }: { profile: Closed }) {
  const name = getMemberName(member)
  return (
    <header className="profile-head">
      <div className="profile-who">
        <MemberAvatar id={member.id} url={member.avatar_url} size={72} />
        <h1 className="profile-name lines-2" dir="auto">
          {name}
        </h1>
      </div>
      {state === 'suspended' && <p className="profile-bio">This account is suspended.</p>}
      {state === 'members-only' && <MembersOnly name={name} />}
      {state === 'blocked' && <Blocked memberId={member.id} name={name} />}
    </header>
  )
}

function MembersOnly({ name }: { name: string }) {
  const { pathname, search } = useLocation()
  // A page that needs an account remembers where to return to.
  const to = { pathname: href('/account/follow'), search: `?${new URLSearchParams({ back: pathname + search })}` }
  return (
    <>
      <p className="profile-bio">
        <bdi>{name}</bdi> shows their profile to members.
      </p>
      <div className="profile-actions">
        <LinkButton className="profile-main-action" variant="primary" to={to}>
          Sign in
        </LinkButton>
      </div>
    </>
  )
}

function Blocked({ memberId, name }: { memberId: string; name: string }) {
  const { Form, isBusy, rejection } = useIntentForm('unblock')
  return (
    <>
      <p className="profile-bio">
        You blocked <bdi>{name}</bdi>.
      </p>
      {rejection?.message && <Notice kind="bad">{rejection.message}</Notice>}
      <Form method="post" className="profile-actions">
        <input type="hidden" name="member" value={memberId} />
        <Button type="submit" name="intent" value="unblock" busy={isBusy} busyLabel="Unblocking">
          Unblock
        </Button>
      </Form>
    </>
  )
}
