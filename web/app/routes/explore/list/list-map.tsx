import { useMemo, useState } from 'react'
import type { MapMarker, MapState } from '#app/features/map/live/engine/map-state.ts'
import { LazyMap } from '#app/features/map/live/lazy-map.tsx'
import { createProjection, type LngLat, unwrapLongitude } from '#app/features/map/map-view.ts'
import { spreadMarks } from '#app/features/map/marks/spread-marks.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { useAppSettings } from '#app/platform/root-data.ts'
import { classNames } from '#app/ui/class-names.ts'
import { NumberDisc } from '#app/ui/display/number-disc.tsx'
import type { NumberedItem } from './list-filter.ts'

const MARK_DISTANCE_PX = 36
/** The maximum number of markers to separate: each round compares all pairs. */
const MAX_SPREAD = 150

/** The spots of a list as numbered markers: hollow where the viewer has been, filled elsewhere. */
export function ListMap({
  items,
  place,
  selectedId,
  activeId,
  onSelect,
  onActive,
  onRest,
}: {
  items: NumberedItem[]
  place: LngLat & { zoom: number }
  selectedId: string | null
  activeId: string | null
  onSelect: (id: string | null) => void
  onActive: (id: string | null) => void
  onRest: (place: LngLat & { zoom: number }) => void
}) {
  const { mapStyleUrl } = useAppSettings()
  const [state, setState] = useState<MapState>()
  const offsets = useMemo(() => findOffsets(items, state), [items, state])
  const markers = useMemo(
    () => items.map((item, index) => toMarker(item, item.spot.id === selectedId, offsets[index])),
    [items, offsets, selectedId],
  )
  const shown = useMemo(
    () => markers.map((marker) => (marker.id === activeId ? { ...marker, active: true } : marker)),
    [markers, activeId],
  )
  return (
    <LazyMap
      center={place}
      zoom={place.zoom}
      label="Map of the list"
      summary={`${formatCount(items.length, 'spot')} on the map`}
      styleUrl={mapStyleUrl}
      markers={shown}
      onMarkerPress={(id) => onSelect(id === selectedId ? null : id)}
      onMarkerHover={(id) => onActive(id ?? null)}
      onRest={(rest) => {
        setState(rest)
        onRest({ ...rest.center, zoom: rest.zoom })
      }}
    />
  )
}

function toMarker(
  { spot, number, has_been }: NumberedItem,
  isSelected: boolean,
  offset: [number, number] | undefined,
): MapMarker {
  return {
    id: spot.id,
    lng: spot.lng,
    lat: spot.lat,
    label: `${number}, ${spot.title}${has_been ? ', been' : ''}`,
    selected: isSelected,
    content: (
      <span className={classNames('list-mark', has_been && 'is-been', isSelected && 'is-selected')}>
        <NumberDisc number={number} />
      </span>
    ),
    ...(offset && { offset }),
  }
}

/** Returns an offset for each marker so that none overlap; undefined for markers that stay in place. */
function findOffsets(items: NumberedItem[], state: MapState | undefined): ([number, number] | undefined)[] {
  if (!state || items.length > MAX_SPREAD) return []
  const { project } = createProjection(state)
  const points = items.map(({ spot: { lng, lat } }) => {
    const [x, y] = project({ lng: unwrapLongitude(lng, state.center.lng), lat })
    return { x, y }
  })
  return spreadMarks(points, MARK_DISTANCE_PX).map((offset) =>
    offset[0] === 0 && offset[1] === 0 ? undefined : offset,
  )
}
