import type { Map as MapLibreMap } from 'maplibre-gl'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { loadMapFonts } from './map-fonts.ts'
import type { MapSettings } from './map-settings.ts'

type Engine = typeof import('./map-libre.ts')

/** Loads MapLibre, which is larger than all the rest of a page. */
export function loadMapLibre(): Promise<Engine> {
  return import('./map-libre.ts')
}

/**
 * Creates a MapLibre map in an element once `isAwake`, and updates its style with the theme. `map` is undefined until
 * the map exists. `hasFailed` is true in browsers without WebGL, which cannot draw it.
 */
export function useMapLibre(
  container: RefObject<HTMLElement | null>,
  isAwake: boolean,
  settings: MapSettings,
): { map: MapLibreMap | undefined; hasFailed: boolean } {
  const [live, setLive] = useState<{ map: MapLibreMap; engine: Engine }>()
  const [hasFailed, setHasFailed] = useState(false)
  const first = useRef(settings)
  const { theme, styleUrl, labelsBelow, embedded } = settings

  useEffect(() => {
    const element = container.current
    if (!element || !isAwake) return
    let created: MapLibreMap | undefined
    let isGone = false
    void Promise.all([loadMapLibre(), loadMapFonts()]).then(([engine]) => {
      if (isGone) return
      try {
        created = engine.createMap(element, first.current)
        setLive({ map: created, engine })
      } catch {
        element.replaceChildren()
        setHasFailed(true)
      }
    })
    return () => {
      isGone = true
      created?.remove()
      setLive(undefined)
    }
  }, [container, isAwake])

  useEffect(() => {
    live?.engine.applyStyle(live.map, { theme, styleUrl, labelsBelow, embedded })
  }, [live, theme, styleUrl, labelsBelow, embedded])

  return { map: live?.map, hasFailed }
}
