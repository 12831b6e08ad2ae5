import * as v from 'valibot'
import { pageTitle } from '#app/platform/config/site-name.ts'
import type { ScreenHandle } from '#app/platform/screen-handle.ts'
import { getSupabase } from '#app/platform/session/session.server.ts'
import { EmptyState } from '#app/ui/feedback/empty-state.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { countQueues } from '../desk/count-queues.ts'
import { ModerationTabs } from '../desk/moderation-tabs.tsx'
import { requireModerator } from '../desk/require-moderator.server.ts'
import type { Route } from './+types/suggestions.ts'
import { readSuggestionQueue } from './suggestion-queue.ts'
import { SuggestionRow } from './suggestion-row.tsx'
import './suggestions.css'

export const handle: ScreenHandle = { fillsWindow: true }

/** As many suggestions as `suggestion_queue` returns. */
const PAGE_SIZE = 50
/** The last suggestion of the page before. */
const After = v.object({
  at: v.pipe(v.string(), v.isoTimestamp()),
  id: v.pipe(v.string(), v.digits(), v.maxLength(15), v.transform(Number)),
})

export async function loader({ url, context }: Route.LoaderArgs) {
  requireModerator(context, url)
  const supabase = getSupabase(context)
  const after = v.safeParse(After, Object.fromEntries(url.searchParams))
  const [counts, queue] = await Promise.all([
    countQueues(supabase),
    readSuggestionQueue(supabase, after.success ? after.output : undefined),
  ])
  return { counts: { ...counts, suggestions: queue.count }, suggestions: queue.suggestions }
}

export const meta: Route.MetaFunction = () => [
  { title: pageTitle('Suggestions, moderation') },
  { name: 'robots', content: 'noindex' },
]

export default function Suggestions({ loaderData: { counts, suggestions } }: Route.ComponentProps) {
  const last = suggestions.at(-1)
  return (
    <div className="desk">
      <h1 className="sr-only">Moderation</h1>
      <ModerationTabs counts={counts} />
      <div className="desk-page">
        {suggestions.length === 0 ? (
          <EmptyState title="No suggestion waits.">
            Duplicates, and suggestions that their author has not answered for seven days, appear here.
          </EmptyState>
        ) : (
          <ul className="waiting-suggestions" aria-label="Suggestions">
            {suggestions.map((suggestion) => (
              <SuggestionRow key={suggestion.id} suggestion={suggestion} />
            ))}
          </ul>
        )}
        {last && suggestions.length === PAGE_SIZE && (
          <TextLink to={`?${new URLSearchParams({ at: last.created_at, id: String(last.id) })}`}>Show more</TextLink>
        )}
      </div>
    </div>
  )
}
