import { formatCount } from './numbers.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

type Moment = Date | string | number

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/**
 * Creating a formatter takes a hundred times as long as using it. The number of cached formatters is limited to one
 * per time zone.
 */
const formats = new Map<string, Intl.DateTimeFormat>()
const FIELDS = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  hourCycle: 'h23',
} as const

/** The time zone of this browser. On the server it is that of the machine, so render it only after hydration. */
export const READER_ZONE = 'reader'

/*
 * Dates are in UTC by default, so that server and browser render the same text for hydration, and without Intl: a
 * browser's first formatter takes 30 ms of a fast processor.
 */

/** Formats a date: "14 October" within the year of `now`, "14 October 2025" outside it. */
export function formatDay(moment: Moment, now: Moment = new Date(), timeZone = 'UTC'): string {
  const date = toLocal(moment, timeZone)
  const day = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`
  const year = date.getUTCFullYear()
  return year === toLocal(now, timeZone).getUTCFullYear() ? day : `${day} ${year}`
}

/** Formats a month: "March 2025". */
export function formatMonth(moment: Moment, timeZone = 'UTC'): string {
  const date = toLocal(moment, timeZone)
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** Formats a time of day: "13:24". */
export function formatTime(moment: Moment, timeZone = 'UTC'): string {
  return toLocal(moment, timeZone).toISOString().slice(11, 16)
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

/** Creates a formatter of a time zone. It uses UTC if the browser does not know the zone. */
export function createZoneFormat(timeZone: string, fields: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', { ...fields, timeZone })
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...fields, timeZone: 'UTC' })
  }
}

/** Returns a date whose UTC fields, to the minute, are those of the moment in the time zone. */
function toLocal(moment: Moment, timeZone: string): Date {
  const date = new Date(moment)
  if (timeZone === 'UTC') return date
  if (timeZone === READER_ZONE) return new Date(date.getTime() - date.getTimezoneOffset() * minuteMs)
  const format = formats.get(timeZone) ?? createZoneFormat(timeZone, FIELDS)
  formats.set(timeZone, format)
  const parts = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts
  return new Date(Date.UTC(year, month - 1, day, hour, minute))
}
