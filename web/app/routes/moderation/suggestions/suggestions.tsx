import { pageTitle } from '#app/platform/config/site-name.ts'
import type { ScreenHandle } from '#app/platform/screen-handle.ts'
import { getSupabase } from '#app/platform/session/session.server.ts'
import { EmptyState } from '#app/ui/feedback/empty-state.tsx'
import { countQueues } from '../desk/count-queues.ts'
import { Desk } from '../desk/desk.tsx'
import { findMerge } from '../desk/find-merge.server.ts'
import { MergeStep } from '../desk/merge-step.tsx'
import { runModerationAction } from '../desk/moderation-action.server.ts'
import { ModerationTabs } from '../desk/moderation-tabs.tsx'
import { readId } from '../desk/read-id.ts'
import { requireModerator } from '../desk/require-moderator.server.ts'
import { UndoBar } from '../desk/undo-bar.tsx'
import { useLiveDesk } from '../desk/use-live-desk.ts'
import type { Route } from './+types/suggestions.ts'
import { findOpenedSuggestion } from './find-opened-suggestion.server.ts'
import { OpenedSuggestion } from './opened-suggestion.tsx'
import { readSuggestionQueue } from './suggestion-queue.ts'
import { SuggestionsList } from './suggestions-list.tsx'

export const handle: ScreenHandle = { fillsWindow: true, frameClass: 'desk-frame' }

export async function loader({ url, context }: Route.LoaderArgs) {
  requireModerator(context, url)
  const supabase = getSupabase(context)
  const item = readId(url.searchParams.get('item'))
  const [counts, queue] = await Promise.all([countQueues(supabase), readSuggestionQueue(supabase, url.searchParams)])
  const opened = await findOpenedSuggestion(supabase, queue.suggestions, item)
  return {
    counts: { ...counts, suggestions: queue.count },
    suggestions: queue.suggestions,
    opened,
    merge: await findMerge(supabase, url, opened?.page.spot.id),
    isOpen: item !== undefined,
    now: new Date().toISOString(),
  }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  requireModerator(context, url)
  return runModerationAction(request, url, getSupabase(context))
}

export const meta: Route.MetaFunction = () => [
  { title: pageTitle('Suggestions, moderation') },
  { name: 'robots', content: 'noindex' },
]

export default function Suggestions({ loaderData, actionData }: Route.ComponentProps) {
  const { counts, suggestions, opened, merge, isOpen, now } = loaderData
  useLiveDesk()
  const next = findNeighbours(suggestions, opened?.suggestion.id).next
  return (
    <Desk
      tabs={<ModerationTabs counts={counts} />}
      isOpen={isOpen}
      problem={opened ? undefined : actionData?.rejection.message}
      queue={
        <SuggestionsList
          suggestions={suggestions}
          count={counts.suggestions}
          openedId={opened?.suggestion.id}
          now={now}
        />
      }
    >
      {opened ? (
        <MergeStep page={merge} back={`?item=${opened.suggestion.id}`} next={next} response={actionData}>
          <OpenedSuggestion
            key={opened.suggestion.id}
            opened={opened}
            count={counts.suggestions}
            {...findNeighbours(suggestions, opened.suggestion.id)}
            error={actionData?.rejection.message}
          />
        </MergeStep>
      ) : (
        <EmptyState title="No suggestions are waiting.">
          Duplicates, and suggestions that their author has not answered for seven days, appear here.
        </EmptyState>
      )}
      <UndoBar />
    </Desk>
  )
}

function findNeighbours(suggestions: { id: number }[], id: number | undefined) {
  const place = suggestions.findIndex((suggestion) => suggestion.id === id)
  const [previous, next] = [suggestions[place - 1]?.id ?? null, suggestions[place + 1]?.id ?? null]
  return { place, previous, next: next ?? (place < 0 ? null : previous) }
}
