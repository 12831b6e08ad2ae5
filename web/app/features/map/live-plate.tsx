import { useRef, useState } from 'react'
import { LazyMap, preloadMap } from './lazy-map.tsx'
import { LazyPlate } from './lazy-plate.tsx'
import type { MapState } from './map-state.ts'
import type { LngLat } from './map-view.ts'
import type { PlateMark, PlateProps } from './plate.tsx'
import './live-plate.css'

export interface LivePlateProps extends Omit<PlateProps, 'marks'> {
  /** Marks with what a screen reader says of each once the map is live. */
  marks?: (PlateMark & { label: string })[]
  styleUrl?: string | undefined
  onMarkPress?: (id: string) => void
  onRest?: (state: MapState) => void
}

/**
 * A static plate that turns into a live map where it stands once somebody presses it, so that a page loads MapLibre only for
 * those who want to move the map. A finger that scrolls past does not wake it.
 */
export function LivePlate({ styleUrl, onMarkPress, onRest, ...plateProps }: LivePlateProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [start, setStart] = useState<{ center: LngLat; zoom: number }>()
  const [isLive, setIsLive] = useState(false)
  const { plate, label, marks = [], places, route, rings } = plateProps

  const wake = () => {
    const width = frame.current?.clientWidth ?? plate.view.width
    setStart(
      (before) => before ?? { center: plate.view.center, zoom: plate.view.zoom + Math.log2(width / plate.view.width) },
    )
  }
  const handleRest = (state: MapState) => {
    setIsLive(true)
    onRest?.(state)
  }

  return (
    <div
      ref={frame}
      className="live-plate"
      data-live={isLive || undefined}
      onPointerEnter={() => void preloadMap()}
      onPointerDown={(event) => event.pointerType === 'mouse' && wake()}
    >
      <LazyPlate {...plateProps} />
      {!start && (
        <button type="button" className="live-plate-wake" onFocus={() => void preloadMap()} onClick={wake}>
          <span>Move this map</span>
        </button>
      )}
      {start && (
        <div className="live-plate-map">
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
