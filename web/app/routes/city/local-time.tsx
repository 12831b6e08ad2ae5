import { useEffect, useState } from 'react'
import { minutes } from '#app/lib/durations.ts'
import { createZoneFormat, formatTime } from '#app/lib/format/dates.ts'

/**
 * The time in a city, updated every minute. `now` is when the page was rendered, so that server and browser start with
 * the same time.
 */
export function LocalTime({ now, timeZone }: { now: number; timeZone: string }) {
  const [moment, setMoment] = useState(now)
  useEffect(() => {
    const tick = () => setMoment(Date.now())
    const timer = setInterval(tick, minutes(1) / 4)
    tick()
    return () => clearInterval(timer)
  }, [])
  return (
    <>
      <time className="measured text-ink" dateTime={new Date(moment).toISOString()}>
        {formatTime(moment, timeZone)}
      </time>{' '}
      <span className="text-ink-2">{nameZone(moment, timeZone)}</span>
    </>
  )
}

/** Returns the name of a time zone at a moment, such as "CET" or "GMT+3". It changes with daylight saving time. */
function nameZone(moment: number, timeZone: string): string {
  const parts = createZoneFormat(timeZone, { timeZoneName: 'short' }).formatToParts(moment)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
