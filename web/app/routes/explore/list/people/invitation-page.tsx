import { href, useSearchParams } from 'react-router'
import { getMemberName } from '#app/features/account/members/member-name.ts'
import { useIntentForm } from '#app/lib/intent-form.ts'
import { useViewer } from '#app/platform/root-data.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Page } from '#app/ui/layout/page.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { ReceivedInvitation } from '../list-page.ts'

/** An invitation to collaborate on a list, before the viewer accepts it. */
export function InvitationPage({ invitation }: { invitation: ReceivedInvitation }) {
  const [parameters] = useSearchParams()
  const viewer = useViewer()
  const { Form, isBusy, rejection } = useIntentForm('join')
  const inviter = getMemberName(invitation.inviter)
  if (!invitation.is_open) {
    return (
      <Page className="list-invitation">
        <h1 className="title text-h1">This invitation is no longer valid.</h1>
        <p>
          Ask <bdi>{inviter}</bdi> for a new one, or <TextLink to={href('/explore')}>explore the map</TextLink>.
        </p>
      </Page>
    )
  }
  return (
    <Page className="list-invitation">
      <p className="eyebrow">
        <bdi>{inviter}</bdi> invites you to make a list together
      </p>
      <h1 className="title text-h1" dir="auto">
        {invitation.title}
      </h1>
      <p>
        {invitation.role === 'editor'
          ? 'You can add, move and remove spots and write notes.'
          : 'You can see the list even while it is private.'}
      </p>
      {rejection?.message && <Notice kind="bad">{rejection.message}</Notice>}
      <Form method="post">
        <input type="hidden" name="invite" value={parameters.get('invite') ?? ''} />
        <Button type="submit" name="intent" value="join" variant="primary" busy={isBusy} busyLabel="Opening">
          {viewer ? 'Join and open the list' : 'Sign up and open the list'}
        </Button>
      </Form>
    </Page>
  )
}
