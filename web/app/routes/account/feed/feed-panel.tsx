import { href } from 'react-router'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { formatRelativeDay, groupByDay } from './feed-days.ts'
import { FeedEntryRow } from './feed-entry.tsx'
import type { FeedEntry, FeedPage } from './feed-page.ts'
import { FeedSuggestions } from './feed-suggestions.tsx'
import { useMoreFeed } from './use-more-feed.ts'
import './feed.css'

/** News of followed members, cities and lists, by day. */
export function FeedPanel({ feed, now }: { feed: FeedPage; now: number }) {
  const { entries, cursor, state, loadMore } = useMoreFeed(feed)
  const isEmpty = entries.length === 0 && cursor === null
  return (
    <div className="feed">
      <h2 className="title text-h2">New from what you follow</h2>
      {isEmpty && <FeedSuggestions feed={feed} />}
      {groupByDay(entries).map(([day, ofDay]) => (
        <section key={day} aria-label={formatRelativeDay(day, feed.today)}>
          <h3 className="feed-day">{formatRelativeDay(day, feed.today)}</h3>
          <ul>
            {ofDay.map((entry) => (
              <FeedEntryRow
                key={keyOf(entry)}
                entry={entry}
                isToday={day === feed.today}
                timeZone={feed.time_zone}
                now={now}
              />
            ))}
          </ul>
        </section>
      ))}
      {cursor !== null && (
        <div className="feed-more">
          {state === 'failed' && <p role="alert">Older entries could not be loaded.</p>}
          <LinkButton
            to={{ pathname: href('/account'), search: `?${new URLSearchParams({ before: cursor })}` }}
            aria-busy={state === 'loading' || undefined}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              loadMore()
            }}
          >
            {state === 'failed' ? 'Try again' : 'Show more'}
          </LinkButton>
        </div>
      )}
    </div>
  )
}

/** Spots of one import appear in several followed cities at the same time. */
function keyOf(entry: FeedEntry): string {
  const subject = ('city' in entry && entry.city?.id) || ('list' in entry && entry.list.id)
  const actor = 'actor' in entry && entry.actor?.id
  return [entry.kind, entry.at, subject, actor].join(' ')
}
