import { useEffect, useRef, useState } from 'react'
import { askPosition } from '#app/lib/geo/ask-position.ts'
import type { LngLat } from '../../map-view.ts'

/** The visitor's position, if they allow it. */
export interface NearMe {
  state: 'idle' | 'locating' | 'on' | 'failed'
  position?: LngLat
  /** The reason for the failure and what to do about it. */
  help?: string
  locate: () => void
  /** Ignores the position that the device is still looking for, because the visitor has chosen another place. */
  cancel: () => void
}

const TIMEOUT_MS = 10_000
const FRESH_ENOUGH_MS = 60_000

/** Asks the device for its position on demand and passes it to `onFound`. */
export function useNearMe(onFound: (position: LngLat) => void): NearMe {
  const [found, setFound] = useState<Omit<NearMe, 'locate' | 'cancel'>>({ state: 'idle' })
  const giveUp = useRef<() => void>(undefined)
  useEffect(() => () => giveUp.current?.(), [])
  const locate = () => {
    if (!navigator.geolocation) {
      setFound({ state: 'failed', help: 'This browser cannot share your location. Search for a city instead.' })
      return
    }
    setFound({ state: 'locating' })
    giveUp.current?.()
    giveUp.current = askPosition(
      navigator.geolocation,
      (position) => {
        setFound({ state: 'on', position })
        onFound(position)
      },
      (error) => setFound({ state: 'failed', help: explain(error) }),
      { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: FRESH_ENOUGH_MS },
    )
  }
  const cancel = () => {
    giveUp.current?.()
    setFound((before) => (before.state === 'locating' ? { state: 'idle' } : before))
  }
  return { ...found, locate, cancel }
}

function explain({ code, PERMISSION_DENIED }: GeolocationPositionError): string {
  if (code === PERMISSION_DENIED) {
    return 'Location access is blocked. Allow it for this site in the address bar, or search for a city.'
  }
  return 'Your device could not find its position. Try again outdoors, or search for a city.'
}
