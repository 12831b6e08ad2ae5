import Crosshair from 'lucide-react/icons/crosshair'
import Maximize2 from 'lucide-react/icons/maximize-2'
import Minimize2 from 'lucide-react/icons/minimize-2'
import { useMemo, useState } from 'react'
import { fitPoints } from '#app/features/map/fit-points.ts'
import { LazyMap } from '#app/features/map/live/lazy-map.tsx'
import { NumberMark } from '#app/features/map/marks/number-mark.tsx'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { distanceMeters, formatDistance } from '#app/lib/geo/distance.ts'
import { useAppSettings } from '#app/platform/root-data.ts'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { NumberDisc } from '#app/ui/display/number-disc.tsx'
import { useMediaQuery } from '#app/ui/use-media-query.ts'

const LABEL = 'Map of the spots in this story'
const SIZE = { width: 560, height: 600, paddingPx: 80, maxZoom: 13 }
const ANYWHERE = { center: { lng: 10, lat: 47 }, zoom: 3.5 }

/** The spots of a story in the order of its text. The one nearest to the cursor has a ring. */
export function ComposeMap({
  stops,
  current,
  onPreview,
}: {
  stops: readonly SpotSummary[]
  current: number
  onPreview: () => void
}) {
  const { mapStyleUrl } = useAppSettings()
  const [isFull, setIsFull] = useState(false)
  const isWide = useMediaQuery(WIDE)
  const [start] = useState(() => (stops.length > 0 ? fitPoints([...stops], SIZE) : ANYWHERE))
  const markers = stops.map(({ id, lng, lat, title }, index) => ({
    id,
    lng,
    lat,
    label: `${index + 1}, ${title}`,
    selected: index === current,
    content: (
      <span className={index === current ? 'stop-mark is-current' : 'stop-mark'}>
        <NumberMark number={index + 1} />
      </span>
    ),
  }))
  const route = useMemo(() => stops.map(({ lng, lat }) => ({ lng, lat })), [stops])
  const stop = stops[current]
  const goTo = useMemo(
    () =>
      stop
        ? { center: { lng: stop.lng, lat: stop.lat }, zoom: stops.length > 1 ? fitPoints([...stops], SIZE).zoom : 12 }
        : undefined,
    [stop, stops],
  )
  return (
    <aside className="compose-map on-map" aria-label={LABEL} data-full={isFull || undefined} tabIndex={-1}>
      <LazyMap
        {...start}
        label={LABEL}
        styleUrl={mapStyleUrl}
        markers={markers}
        route={route}
        goTo={goTo}
        bare={!isWide && !isFull}
      />
      <IconButton
        className="compose-map-size"
        variant="secondary"
        label={isFull ? 'Make the map small' : 'Open the map'}
        icon={isFull ? <Minimize2 /> : <Maximize2 />}
        onClick={() => setIsFull(!isFull)}
      />
      {stop && (
        <p className="compose-map-note">
          <Crosshair aria-hidden="true" />
          Map follows your cursor
        </p>
      )}
      <div className="compose-map-panel double-frame is-floating">
        {stop ? (
          <>
            <NumberDisc number={current + 1} />
            <div className="min-w-0 flex-1">
              <p className="title compose-map-title" dir="auto">
                {stop.title}
              </p>
              <p className="text-small text-ink-2">
                {formatCount(stops.length, 'spot')} so far
                {stops.length > 1 && ` · ${formatDistance(measure(stops))} in the order of the text`}
              </p>
            </div>
          </>
        ) : (
          <p className="text-small text-ink-2 flex-1">Type / to add a spot.</p>
        )}
        <button type="button" className="link compose-preview" onClick={onPreview}>
          Preview
        </button>
      </div>
    </aside>
  )
}

/** The breakpoint of compose-layout.css from which the map is beside the text. */
const WIDE = '(width >= 67.5rem)'

/** Returns the metres along the line through all spots. */
function measure(stops: readonly SpotSummary[]): number {
  return stops.reduce((sum, stop, index) => {
    const before = stops[index - 1]
    return before ? sum + distanceMeters(before, stop) : sum
  }, 0)
}
