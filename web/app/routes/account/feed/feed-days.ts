import { formatDay } from '#app/lib/format/dates.ts'
import type { FeedEntry } from './feed-page.ts'

const DAY_MS = 86_400_000

/** Groups entries, newest first, by their day. */
export function groupByDay(entries: FeedEntry[]): [day: string, entries: FeedEntry[]][] {
  return [...Map.groupBy(entries, ({ day }) => day)]
}

/** Formats a day as "Today", "Yesterday" or a date. Both arguments are dates as `2026-03-02`. */
export function formatRelativeDay(day: string, today: string): string {
  if (day === today) return 'Today'
  if (Date.parse(today) - Date.parse(day) === DAY_MS) return 'Yesterday'
  return formatDay(day, today)
}
