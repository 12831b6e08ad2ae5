import { formatAgo, formatDay, formatTime } from '#app/lib/format/dates.ts'

/** A relative time, with the exact time on hover. */
export function TimeAgo({ at, now }: { at: string; now: number }) {
  return (
    <time dateTime={at} title={`${formatDay(at, now)}, ${formatTime(at)} UTC`}>
      {formatAgo(at, now)}
    </time>
  )
}
