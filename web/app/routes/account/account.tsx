import { data, href } from 'react-router'
import { signOut } from '#app/features/account/sign-in/sign-out.ts'
import { formatDay } from '#app/lib/format/dates.ts'
import { pageTitle } from '#app/platform/config/site-name.ts'
import { requireLiveUser } from '#app/platform/guard/live-user.server.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { getBrowserClient } from '#app/platform/session/browser-client.ts'
import { getSupabase } from '#app/platform/session/session.server.ts'
import { deleteFormDrafts } from '#app/platform/unsaved/form-drafts.ts'
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
import { findLastSpot } from './account-tabs.ts'
import { getFeedPage } from './feed/feed-page.ts'
import { FeedPanel } from './feed/feed-panel.tsx'
import { listOwnLists } from './lists/own-lists-data.ts'
import { findNotifications, runNotificationsAction } from './notifications/notifications-request.ts'
import { NotificationsTab } from './notifications/notifications-tab.tsx'
import { useOwnUploads } from './use-own-uploads.ts'
import './account.css'

export async function loader({ url, context }: Route.LoaderArgs) {
  const supabase = getSupabase(context)
  const user = await requireLiveUser(supabase, href('/account'))
  const [page, lists, deletedFrom, feed, notifications] = await Promise.all([
    getAccountPage(supabase, findLastSpot(url.searchParams)),
    listOwnLists(supabase),
    findDeletionDay(supabase, user.id),
    getFeedPage(supabase, url.searchParams.get('before')),
    findNotifications(supabase, url),
  ])
  return {
    memberId: user.id,
    page,
    lists,
    feed,
    notifications,
    staticMap: await getAccountMap(page.spots),
    deletedFrom,
    now: Date.now(),
  }
}

/** Signs out or marks notifications as read. Runs on the server without JavaScript. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await request.formData()
  const supabase = getSupabase(context)
  const scope = toSignOutScope(form)
  if (!scope) return runNotificationsAction(supabase, { form, url, headers: request.headers })
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
  deleteFormDrafts()
  throw redirectTo(href('/'))
}

export const meta: Route.MetaFunction = () => [
  { title: pageTitle('Your account') },
  { name: 'robots', content: 'noindex' },
]

export default function Account({
  loaderData: { memberId, page, lists, feed, notifications, staticMap, deletedFrom, now },
  actionData,
}: Route.ComponentProps) {
  useOwnUploads(memberId)
  return (
    <Page className="account">
      <WithMargin margin={<AccountSidebar page={page} follows={feed.follows} staticMap={staticMap} />}>
        <AccountHeader page={page} signOutFailed={actionData?.signedOut === 'failed'} />
        {deletedFrom && <DeletionNotice from={deletedFrom} now={now} />}
        <AccountPanels
          page={page}
          lists={lists}
          feed={<FeedPanel feed={feed} now={now} />}
          notifications={notifications && <NotificationsTab data={notifications} now={now} />}
        />
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
