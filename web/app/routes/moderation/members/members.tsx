import * as v from 'valibot'
import { pageTitle } from '#app/platform/config/site-name.ts'
import type { ScreenHandle } from '#app/platform/screen-handle.ts'
import { getSupabase } from '#app/platform/session/session.server.ts'
import { EmptyState } from '#app/ui/feedback/empty-state.tsx'
import { Desk } from '../desk/desk.tsx'
import { runModerationAction } from '../desk/moderation-action.server.ts'
import { ModerationTabs } from '../desk/moderation-tabs.tsx'
import { requireModerator } from '../desk/require-moderator.server.ts'
import { UndoBar } from '../desk/undo-bar.tsx'
import type { Route } from './+types/members.ts'
import './members.css'
import { MemberPage } from './member-page.tsx'
import { MembersList } from './members-list.tsx'
import { getMembersPage } from './members-schema.ts'

const Uuid = v.pipe(v.string(), v.uuid())

export const handle: ScreenHandle = { fillsWindow: true, frameClass: 'desk-frame' }

export async function loader({ url, context }: Route.LoaderArgs) {
  requireModerator(context, url)
  const asked = (name: string) => url.searchParams.get(name)?.trim().slice(0, 320) || undefined
  const member = v.is(Uuid, asked('member')) ? asked('member') : undefined
  const [search, filter] = [asked('q'), asked('filter')]
  const page = await getMembersPage(getSupabase(context), { search, filter, member })
  return { page, search, filter, isOpen: member !== undefined, now: new Date().toISOString() }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  requireModerator(context, url)
  return runModerationAction(request, url, getSupabase(context))
}

export const meta: Route.MetaFunction = () => [
  { title: pageTitle('Members, moderation') },
  { name: 'robots', content: 'noindex' },
]

export default function Members({ loaderData, actionData }: Route.ComponentProps) {
  const { page, search, filter, isOpen, now } = loaderData
  return (
    <Desk
      tabs={<ModerationTabs counts={page.counts} />}
      isOpen={isOpen}
      problem={page.opened ? undefined : actionData?.rejection.message}
      queue={<MembersList page={page} search={search} filter={filter} />}
    >
      {page.opened ? (
        <MemberPage key={page.opened.id} member={page.opened} isAdmin={page.is_admin} now={now} response={actionData} />
      ) : (
        // Narrow windows show the list alone.
        <div className="desk-choose">
          <EmptyState title="Choose a member">
            Search by the start of a name, or by a whole email address. Private content is not shown.
          </EmptyState>
        </div>
      )}
      <UndoBar />
    </Desk>
  )
}
