import { formatCount } from './numbers.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

type Moment = Date | string | number

/**
 * Creating a formatter takes a hundred times as long as using it. The number of cached formatters is limited to a few
 * per time zone.
 */
const formats = new Map<string, Intl.DateTimeFormat>()

/* Dates are in UTC by default, so that server and browser render the same text for hydration. */

/** Formats a date: "14 October" within the year of `now`, "14 October 2025" outside it. */
export function formatDay(moment: Moment, now: Moment = new Date(), timeZone = 'UTC'): string {
  const date = new Date(moment)
  const sameYear = yearOf(date, timeZone) === yearOf(new Date(now), timeZone)
  return write(date, { day: 'numeric', month: 'long', year: sameYear ? undefined : 'numeric', timeZone })
}

/** Formats a month: "March 2025". */
export function formatMonth(moment: Moment, timeZone = 'UTC'): string {
  return write(new Date(moment), { month: 'long', year: 'numeric', timeZone })
}

/** Formats a time of day: "13:24". */
export function formatTime(moment: Moment, timeZone = 'UTC'): string {
  return write(new Date(moment), { hour: '2-digit', minute: '2-digit', hour12: false, timeZone })
}

/** Formats a past moment: "just now", "5 minutes ago", "2 hours ago", "yesterday", "3 days ago", then the day. */
export function formatAgo(moment: Moment, now: Moment = new Date()): string {
  const ageMs = new Date(now).getTime() - new Date(moment).getTime()
  if (ageMs < minuteMs) return 'just now'
  if (ageMs < hourMs) return ago(Math.floor(ageMs / minuteMs), 'minute')
  if (ageMs < dayMs) return ago(Math.floor(ageMs / hourMs), 'hour')
  if (ageMs < 2 * dayMs) return 'yesterday'
  if (ageMs < 7 * dayMs) return ago(Math.floor(ageMs / dayMs), 'day')
  return formatDay(moment, now)
}

/** Formats how long something has waited, for narrow columns: "1 min", "22 h", "1 day", "12 days". */
export function formatAge(moment: Moment, now: Moment = new Date()): string {
  const ageMs = Math.max(0, new Date(now).getTime() - new Date(moment).getTime())
  if (ageMs < hourMs) return `${Math.max(1, Math.floor(ageMs / minuteMs))} min`
  if (ageMs < dayMs) return `${Math.floor(ageMs / hourMs)} h`
  return formatCount(Math.floor(ageMs / dayMs), 'day')
}

function ago(count: number, unit: string): string {
  return `${formatCount(count, unit)} ago`
}

function yearOf(date: Date, timeZone: string): string {
  if (timeZone === 'UTC') return String(date.getUTCFullYear())
  return write(date, { year: 'numeric', timeZone })
}

function write(date: Date, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', options)
  formats.set(key, format)
  return format.format(date)
}
