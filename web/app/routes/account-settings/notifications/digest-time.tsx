import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { NotificationSettings } from './notification-settings.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** The hour and time zone of the daily digest. If this browser is in another time zone, a button switches to it. */
export function DigestTime({
  settings: { digest_hour: hour, time_zone: saved },
  timeZones,
  onSave,
}: {
  settings: NotificationSettings
  timeZones: string[]
  /** Saves the form that contains this. */
  onSave: () => void
}) {
  const [zone, setZone] = useState(saved)
  const [own, setOwn] = useState(saved)
  useEffect(() => setOwn(Intl.DateTimeFormat().resolvedOptions().timeZone), [])
  return (
    <div className="notify-digest">
      <div>
        <b>Daily digest</b>
        <p className="text-ink-2">One email a day, only when there is something new</p>
      </div>
      <div className="notify-time">
        <span className="select-frame">
          <select className="input" name="digest_hour" defaultValue={hour} aria-label="Hour of the daily digest">
            {HOURS.map((each) => (
              <option key={each} value={each}>
                {String(each).padStart(2, '0')}:00
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden="true" />
        </span>
        <span className="select-frame notify-zone">
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
          <ChevronDown aria-hidden="true" />
        </span>
      </div>
      {own !== zone && timeZones.includes(own) && (
        <button
          type="button"
          className="link notify-own-zone"
          onClick={() => {
            flushSync(() => setZone(own))
            onSave()
          }}
        >
          This device is in {own.replaceAll('_', ' ')}. Use that time zone
        </button>
      )}
    </div>
  )
}
