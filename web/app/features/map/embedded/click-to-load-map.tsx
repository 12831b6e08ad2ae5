import { useRef, useState } from 'react'
import type { MapState } from '../live/engine/map-state.ts'
import { LazyMap, preloadMap } from '../live/lazy-map.tsx'
import type { LngLat } from '../map-view.ts'
import { LazyStaticMap } from '../static/lazy-static-map.tsx'
import type { StaticMapMark, StaticMapProps } from '../static/static-map.tsx'
import './click-to-load-map.css'

export interface ClickToLoadMapProps extends Omit<StaticMapProps, 'marks'> {
  /** Marks, with a screen reader label for each once the map is live. */
  marks?: (StaticMapMark & { label: string })[]
  styleUrl?: string | undefined
  onMarkPress?: (id: string) => void
  onRest?: (state: MapState) => void
}

/**
 * A static map that becomes a live map in place when it is clicked, so that a page loads MapLibre only for those who
 * want to move the map. Scrolling past it with a finger does not load it.
 */
export function ClickToLoadMap({ styleUrl, onMarkPress, onRest, ...mapProps }: ClickToLoadMapProps) {
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [start, setStart] = useState<{ center: LngLat; zoom: number }>()
  const [isLive, setIsLive] = useState(false)
  const { staticMap, label, marks = [], places, route, rings } = mapProps

  const wake = () => {
    const width = frame.current?.clientWidth ?? staticMap.view.width
    setStart(
      (before) =>
        before ?? {
          center: staticMap.view.center,
          zoom: staticMap.view.zoom + Math.log2(width / staticMap.view.width),
        },
    )
  }
  const handleRest = (state: MapState) => {
    // The button disappears, so its focus moves to the map.
    if (button.current && document.activeElement === button.current) frame.current?.querySelector('canvas')?.focus()
    setIsLive(true)
    onRest?.(state)
  }

  return (
    <div
      ref={frame}
      className="click-to-load-map"
      data-live={isLive || undefined}
      onPointerEnter={() => void preloadMap()}
      onPointerDown={(event) => event.pointerType === 'mouse' && wake()}
    >
      <LazyStaticMap {...mapProps} />
      {!isLive && (
        <button
          ref={button}
          type="button"
          className="click-to-load-map-button needs-script"
          onFocus={() => void preloadMap()}
          onClick={wake}
        >
          <span>Move this map</span>
        </button>
      )}
      {start && (
        <div className="click-to-load-map-live">
          <LazyMap
            {...start}
            label={label}
            embedded
            styleUrl={styleUrl}
            markers={marks}
            {...(places && { places })}
            {...(route && { route })}
            rings={rings}
            fallback={null}
            onRest={handleRest}
            {...(onMarkPress && { onMarkerPress: onMarkPress })}
          />
        </div>
      )}
    </div>
  )
}
