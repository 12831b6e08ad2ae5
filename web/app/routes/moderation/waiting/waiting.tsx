import { fitPoints } from '#app/features/map/fit-points.ts'
import { getStaticMap } from '#app/features/map/static/static-map.server.ts'
import { listSpotDifferences, type SpotDifference } from '#app/features/spots/differences/spot-differences.server.ts'
import { renderMarkdown } from '#app/lib/markdown/markdown.ts'
import { pageTitle } from '#app/platform/config/site-name.ts'
import type { ScreenHandle } from '#app/platform/screen-handle.ts'
import { getSupabase } from '#app/platform/session/session.server.ts'
import { MomentOfDay } from '#app/ui/display/moment.tsx'
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
import type { Route } from './+types/waiting.ts'
import { hasChanged } from './has-changed.server.ts'
import { OpenedPreview } from './opened-preview.tsx'
import { getPreviewVersion } from './preview-version.server.ts'
import { WaitingQueue } from './waiting-queue.tsx'
import { getWaitingPage, type OpenedItem } from './waiting-schema.ts'

const MAP = { width: 348, height: 210, paddingPx: 48, maxZoom: 15 }

export const handle: ScreenHandle = { fillsWindow: true, frameClass: 'desk-frame' }

export async function loader({ url, context }: Route.LoaderArgs) {
  requireModerator(context, url)
  const item = readId(url.searchParams.get('item'))
  const supabase = getSupabase(context)
  const page = await getWaitingPage(supabase, { item, from: readId(url.searchParams.get('from')) })
  const { opened } = page
  return {
    page,
    isOpen: item !== undefined,
    text: renderMarkdown(toText(opened)),
    version: opened ? getPreviewVersion(opened) : '',
    staticMap: await getMap(opened),
    differences: await listDifferences(opened),
    merge: await findMerge(supabase, url, opened?.kind === 'spot' ? opened.target_id : undefined),
    now: new Date().toISOString(),
  }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  requireModerator(context, url)
  return runModerationAction(request, url, getSupabase(context), hasChanged)
}

export const meta: Route.MetaFunction = () => [
  { title: pageTitle('Waiting, moderation') },
  { name: 'robots', content: 'noindex' },
]

export default function Waiting({ loaderData, actionData }: Route.ComponentProps) {
  const { page, isOpen, text, version, staticMap, differences, merge, now } = loaderData
  useLiveDesk()
  return (
    <Desk
      tabs={<ModerationTabs counts={page.counts} />}
      isOpen={isOpen}
      problem={page.opened ? undefined : actionData?.rejection.message}
      queue={<WaitingQueue page={page} now={now} />}
    >
      {page.opened ? (
        <MergeStep
          page={merge}
          back={`?item=${page.opened.id}`}
          next={page.next ?? page.previous}
          response={actionData}
        >
          <OpenedPreview
            key={page.opened.id}
            page={page}
            opened={page.opened}
            text={text}
            version={version}
            staticMap={staticMap}
            differences={differences}
            now={now}
            response={actionData}
          />
        </MergeStep>
      ) : (
        <EmptyState title="Nothing is waiting.">
          {page.last_decision_at ? (
            <>
              The last one was approved at <MomentOfDay at={page.last_decision_at} />.
            </>
          ) : (
            'New contributions appear here automatically.'
          )}
        </EmptyState>
      )}
      <UndoBar />
    </Desk>
  )
}

function toText(opened: OpenedItem | null): string {
  const preview = opened?.preview
  if (!preview) return ''
  return 'spot' in preview ? preview.spot.description : preview.body
}

/** Returns the map of a spot with its neighbours, or of a story with its spots. */
async function getMap(opened: OpenedItem | null) {
  const preview = opened?.preview
  if (!preview) return null
  const points = 'spot' in preview ? [preview.spot, ...preview.duplicates.slice(0, 3)] : preview.spots
  return points.length > 0 ? getStaticMap(fitPoints(points, MAP), points) : null
}

/** Returns the latest change of a spot that was published before, as its history shows it. */
async function listDifferences(opened: OpenedItem | null): Promise<SpotDifference[]> {
  const preview = opened?.preview
  if (!preview || !('spot' in preview) || !preview.changes) return []
  return listSpotDifferences(preview.changes.changes, preview.exact_point ?? preview.spot)
}
