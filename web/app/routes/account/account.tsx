import { data, href } from 'react-router'
import { signOut } from '#app/features/account/sign-in/sign-out.ts'
import { formatDay } from '#app/lib/format/dates.ts'
import { findData } from '#app/lib/supabase.ts'
import { requireLiveUser } from '#app/platform/guard/live-user.server.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { getBrowserClient } from '#app/platform/session/browser-client.ts'
import { getSupabase } from '#app/platform/session/session.server.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Page } from '#app/ui/layout/page.tsx'
import { WithMargin } from '#app/ui/layout/with-margin.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { Route } from './+types/account.ts'
import { AccountHeader } from './account-header.tsx'
import { getAccountMap } from './account-map.server.ts'
import { findDeletionDay, getAccountPage } from './account-page.ts'
import { AccountPanels } from './account-panels.tsx'
import { AccountSidebar } from './account-sidebar.tsx'
import { useOwnUploads } from './use-own-uploads.ts'
import './account.css'

export async function loader({ context }: Route.LoaderArgs) {
  const supabase = getSupabase(context)
  const user = await requireLiveUser(supabase, href('/account'))
  const [page, deletedFrom] = await Promise.all([getAccountPage(supabase), findDeletionDay(supabase, user.id)])
  return { memberId: user.id, page, staticMap: await getAccountMap(page.spots), deletedFrom, now: Date.now() }
}

/** Signs out or marks all notifications as read. Runs on the server without JavaScript. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const supabase = getSupabase(context)
  const scope = toSignOutScope(form)
  if (!scope) {
    const read = { read_at: new Date().toISOString() }
    findData(await supabase.from('notifications').update(read).is('read_at', null))
    throw redirectTo(`${href('/account')}#notifications`)
  }
  const signedOut = await signOut(supabase, scope)
  if (signedOut === 'failed') return data({ signedOut }, { status: 503 })
  throw redirectTo(href('/'))
}

/** With JavaScript, the tab's own client signs out, so that other tabs are notified. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const scope = toSignOutScope(await request.clone().formData())
  if (!scope) return serverAction()
  const signedOut = await signOut(await getBrowserClient(), scope)
  if (signedOut === 'failed') return { signedOut }
  throw redirectTo(href('/'))
}

export const meta: Route.MetaFunction = () => [
  { title: 'Your account | Hereabouts' },
  { name: 'robots', content: 'noindex' },
]

export default function Account({
  loaderData: { memberId, page, staticMap, deletedFrom, now },
  actionData,
}: Route.ComponentProps) {
  useOwnUploads(memberId)
  return (
    <Page className="account">
      <WithMargin margin={<AccountSidebar page={page} staticMap={staticMap} now={now} />}>
        <AccountHeader page={page} signOutFailed={actionData?.signedOut === 'failed'} />
        {deletedFrom && <DeletionNotice from={deletedFrom} now={now} />}
        <AccountPanels page={page} />
      </WithMargin>
    </Page>
  )
}

/** Reminds the member of the requested deletion while it can still be cancelled. */
function DeletionNotice({ from, now }: { from: string; now: number }) {
  return (
    <Notice kind="warn" className="account-notice">
      Your account will be deleted on {formatDay(from, now)}.{' '}
      <TextLink to={{ pathname: href('/account/settings'), search: '?section=delete' }}>Keep my account</TextLink>
    </Notice>
  )
}

/** Returns which sessions a form signs out, or undefined for another form. */
function toSignOutScope(form: FormData): 'global' | 'local' | undefined {
  const intent = form.get('intent')
  if (intent === 'sign-out') return 'global'
  return intent === 'sign-out-here' ? 'local' : undefined
}
