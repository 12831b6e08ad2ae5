import { useCallback, useMemo, useState } from 'react'
import type { DraftRow } from '#app/features/imports/draft-rows.ts'
import { fitPoints } from '#app/features/map/fit-points.ts'
import { LazyMap } from '#app/features/map/live/lazy-map.tsx'
import { formatCount } from '#app/lib/format/numbers.ts'

/** The maximum number of markers. More would be slow and unreadable; the list contains all rows. */
const MAX_MARKS = 300
/** Keeps the marks of a low map off the two lines of its sources. */
const PADDING_PX = 56
/** The size of the map in pixels until it is measured. */
const USUAL_SIZE = { width: 720, height: 320 }

/** The rows as markers on a map: filled for new ones, hollow for the others. */
export function PreviewMap({ rows, styleUrl }: { rows: DraftRow[]; styleUrl: string | undefined }) {
  const placed = useMemo(
    () =>
      rows
        .flatMap(({ lng, lat, ...row }) => (lng === null || lat === null ? [] : [{ ...row, lng, lat }]))
        .slice(0, MAX_MARKS),
    [rows],
  )
  const [size, setSize] = useState(USUAL_SIZE)
  const measure = useCallback((element: HTMLDivElement | null) => {
    if (element) setSize({ width: element.clientWidth, height: element.clientHeight })
  }, [])
  if (placed.length === 0) return null
  const view = fitPoints(placed, { ...size, paddingPx: PADDING_PX })
  const markers = placed.map(({ number, title, lng, lat, state }) => ({
    id: String(number),
    lng,
    lat,
    label: title,
    content: <span className="import-dot" data-state={state} />,
  }))
  return (
    <div className="import-map" ref={measure}>
      <LazyMap
        center={view.center}
        zoom={Math.min(view.zoom, 15)}
        goTo={{ center: view.center, zoom: Math.min(view.zoom, 15) }}
        label="Map of the places in your files"
        summary={`${formatCount(placed.length, 'place')} on the map`}
        styleUrl={styleUrl}
        markers={markers}
        embedded
      />
    </div>
  )
}
