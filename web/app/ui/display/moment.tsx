import { formatDay, formatTime, READER_ZONE } from '#app/lib/format/dates.ts'
import { useHasScript } from '../use-has-script.ts'

/** Returns the time zone to render times in: the reader's once the page is hydrated, and UTC until then. */
export function useTimeZone(): string {
  return useHasScript() ? READER_ZONE : 'UTC'
}

/**
 * An exact time in the reader's time zone: "3 March 2026, 10:15". Without JavaScript it is in UTC and says so. With
 * JavaScript it never says so, even before hydration, so that the width of the text stays the same.
 */
export function Moment({ at, separator = ', ' }: { at: string; separator?: ', ' | ' at ' }) {
  const zone = useTimeZone()
  return (
    <time dateTime={at}>
      {formatDay(at, undefined, zone)}
      {separator}
      {formatTime(at, zone)}
      <WithoutScript />
    </time>
  )
}

/** An exact time of a day that is known to the reader, like `Moment`: "10:15". */
export function MomentOfDay({ at }: { at: string }) {
  const zone = useTimeZone()
  return (
    <time dateTime={at}>
      {formatTime(at, zone)}
      <WithoutScript />
    </time>
  )
}

function WithoutScript() {
  return <noscript> UTC</noscript>
}
