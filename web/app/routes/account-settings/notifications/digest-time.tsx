import { useEffect, useState } from 'react'
import type { NotificationSettings } from './notification-settings.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** The hour and the time zone of the daily digest. Until one is chosen, the zone of this browser is proposed. */
export function DigestTime({ settings, timeZones }: { settings: NotificationSettings; timeZones: string[] }) {
  const { digest_hour: hour, time_zone: saved, has_chosen_zone: hasChosen } = settings
  const [zone, setZone] = useState(saved)
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone
    if (!hasChosen && timeZones.includes(own)) setZone(own)
  }, [hasChosen, timeZones])
  return (
    <div className="notify-digest">
      <div>
        <b>Daily digest</b>
        <p className="text-ink-2">One mail a day, only when there is something</p>
      </div>
      <div className="notify-time">
        <select className="input" name="digest_hour" defaultValue={hour} aria-label="Hour of the daily digest">
          {HOURS.map((each) => (
            <option key={each} value={each}>
              {String(each).padStart(2, '0')}:00
            </option>
          ))}
        </select>
        <select
          className="input"
          name="time_zone"
          value={zone}
          onChange={(event) => setZone(event.target.value)}
          aria-label="Time zone"
        >
          {(timeZones.includes(zone) ? timeZones : [zone, ...timeZones]).map((name) => (
            <option key={name} value={name}>
              {name.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
