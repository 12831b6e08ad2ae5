import { formatAgo, formatDay, formatTime } from '#app/lib/format/dates.ts'
import { useTimeZone } from '#app/ui/display/moment.tsx'

/** A relative time, with the exact time on hover. */
export function TimeAgo({ at, now }: { at: string; now: number }) {
  const zone = useTimeZone()
  const exact = `${formatDay(at, now, zone)}, ${formatTime(at, zone)}${zone === 'UTC' ? ' UTC' : ''}`
  return (
    <time dateTime={at} title={exact}>
      {formatAgo(at, now)}
    </time>
  )
}
