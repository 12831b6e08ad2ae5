import { pageTitle } from '#app/platform/config/site-name.ts'
import type { ScreenHandle } from '#app/platform/screen-handle.ts'
import { getSupabase } from '#app/platform/session/session.server.ts'
import { EmptyState } from '#app/ui/feedback/empty-state.tsx'
import { Desk } from '../desk/desk.tsx'
import { findMerge } from '../desk/find-merge.server.ts'
import { MergeStep } from '../desk/merge-step.tsx'
import { runModerationAction } from '../desk/moderation-action.server.ts'
import { ModerationTabs } from '../desk/moderation-tabs.tsx'
import { readId } from '../desk/read-id.ts'
import { requireModerator } from '../desk/require-moderator.server.ts'
import { UndoBar } from '../desk/undo-bar.tsx'
import { useLiveDesk } from '../desk/use-live-desk.ts'
import type { Route } from './+types/reports.ts'
import { MoveStep } from './move-step.tsx'
import { ReportedPreview } from './reported-preview.tsx'
import { ReportsQueue } from './reports-queue.tsx'
import { getReportsPage, isMovable } from './reports-schema.ts'

export const handle: ScreenHandle = { fillsWindow: true, frameClass: 'desk-frame' }

export async function loader({ url, context }: Route.LoaderArgs) {
  requireModerator(context, url)
  const item = readId(url.searchParams.get('item'))
  const supabase = getSupabase(context)
  const page = await getReportsPage(supabase, item)
  const { opened } = page
  const merge = await findMerge(supabase, url, opened?.kind === 'spot' ? opened.target_id : undefined)
  const moved = opened && isMovable(opened) && !opened.decided ? opened.content?.spot_id : undefined
  const move = await findMerge(supabase, url, moved ?? undefined, 'move')
  return { page, isOpen: item !== undefined, merge, move, now: new Date().toISOString() }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  requireModerator(context, url)
  return runModerationAction(request, url, getSupabase(context))
}

export const meta: Route.MetaFunction = () => [
  { title: pageTitle('Reports, moderation') },
  { name: 'robots', content: 'noindex' },
]

export default function Reports({ loaderData: { page, isOpen, merge, move, now }, actionData }: Route.ComponentProps) {
  useLiveDesk()
  return (
    <Desk
      tabs={<ModerationTabs counts={page.counts} />}
      isOpen={isOpen}
      problem={page.opened ? undefined : actionData?.rejection.message}
      queue={<ReportsQueue page={page} now={now} />}
    >
      {page.opened ? (
        <MergeStep page={merge} back={`?item=${page.opened.id}`} next={null} response={actionData}>
          <MoveStep move={move} opened={page.opened} response={actionData}>
            <ReportedPreview key={page.opened.id} page={page} opened={page.opened} now={now} response={actionData} />
          </MoveStep>
        </MergeStep>
      ) : (
        <EmptyState title="Nothing is reported.">All reports about the same content or member are one item.</EmptyState>
      )}
      <UndoBar />
    </Desk>
  )
}
