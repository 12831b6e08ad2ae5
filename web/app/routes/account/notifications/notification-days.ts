import type { NotificationEntry } from '#app/features/notifications/group-notifications.ts'
import { formatDay, formatMonth } from '#app/lib/format/dates.ts'

const DAY_MS = 86_400_000
const WEEK_DAYS = 7

/** Notifications below one heading. */
export interface NotificationDay {
  heading: string
  entries: NotificationEntry[]
}

/** Splits entries, newest first, by headings: today, yesterday, this week, then months. */
export function splitByDay(entries: readonly NotificationEntry[], now: number, timeZone: string): NotificationDay[] {
  const days: NotificationDay[] = []
  for (const entry of entries) {
    const heading = formatRelativeDay(entry.first.created_at, now, timeZone)
    const last = days.at(-1)
    if (last?.heading === heading) last.entries.push(entry)
    else days.push({ heading, entries: [entry] })
  }
  return days
}

function formatRelativeDay(time: string, now: number, timeZone: string): string {
  const day = formatDay(time, now, timeZone)
  if (day === formatDay(now, now, timeZone)) return 'Today'
  if (day === formatDay(now - DAY_MS, now, timeZone)) return 'Yesterday'
  return now - Date.parse(time) < WEEK_DAYS * DAY_MS ? 'This week' : formatMonth(time, timeZone)
}
