import RotateCw from 'lucide-react/icons/rotate-cw'
import { type ReactNode, useMemo, useState } from 'react'
import type { ExploreReply } from '#app/features/explore/explore-reply.ts'
import { type ExploreRequest, isMarkedSpot } from '#app/features/explore/explore-view.ts'
import { MapCanvas } from '#app/features/map/live/map-canvas.tsx'
import type { MapMarker, MapState } from '#app/features/map/live/map-state.ts'
import { createProjection, type LngLat, unwrapLongitude } from '#app/features/map/map-view.ts'
import type { StaticMapData } from '#app/features/map/static/static-map.server.ts'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { useAppSettings } from '#app/platform/root-data.ts'
import { BlankMark, createMarkers, findMarkedId, toSpotMarker } from './map-marks.tsx'
import { SpotPopup } from './spot-popup.tsx'
import { usePlacedMarks } from './use-placed-marks.ts'

interface MapPanelProps {
  start: StaticMapData
  goTo: { center: LngLat; zoom: number } | undefined
  reply: ExploreReply
  /** Marks that stay wherever the map moves, instead of those of the reply. */
  fixedMarks?: MapMarker[] | undefined
  /** The request of the reply. */
  request: ExploreRequest
  summary: string
  selectedId: string | null
  selected: SpotSummary | undefined
  active: SpotSummary | undefined
  origin: LngLat & { name: string }
  searchesOnMove: boolean
  /** True if the map has moved away from what the list shows. */
  hasLeft: boolean
  onRest: (state: MapState) => void
  here: LngLat | undefined
  onNearMe: (position: LngLat) => void
  onSelect: (id: string | null) => void
  onHover: (id: string | null) => void
  onLookCloser: (at: LngLat) => void
  onSearchesOnMove: (on: boolean) => void
  onSearchHere: () => void
}

/** The map beside the list, with the same spots. */
export function MapPanel({ start, goTo, reply, fixedMarks, request, ...props }: MapPanelProps) {
  const { mapStyleUrl } = useAppSettings()
  const [state, setState] = useState<MapState>()
  const { clusters } = reply.view
  const { selected, active, selectedId } = props
  const picked = selected ?? clusters.filter(isMarkedSpot).find(({ id }) => id === selectedId)
  const placed = usePlacedMarks(clusters, request, picked ? picked.id : null)
  const marks = useMemo(() => {
    if (fixedMarks) return fixedMarks
    const all = createMarkers(placed, { selected: picked, active })
    return clusters.length > 0 || !state ? all : [...all, ...createBlankMarks(reply, state)]
  }, [clusters, placed, picked, active, reply, state, fixedMarks])
  const places = useMemo(() => clusters.map(({ lng, lat, n }) => ({ lng, lat, count: n })), [clusters])

  const handlePress = (markId: string) => {
    const mark = marks.find(({ id }) => id === markId)
    const spotId = findMarkedId(markId)
    if (spotId) props.onSelect(spotId === selectedId ? null : spotId)
    else if (mark && markId.startsWith('cluster:')) props.onLookCloser(mark)
  }
  return (
    <MapCanvas
      {...start.view}
      start={start}
      goTo={goTo}
      label="Map of spots"
      summary={props.summary}
      styleUrl={mapStyleUrl}
      labelsBelow
      markers={marks}
      places={places}
      onMarkerPress={handlePress}
      onMarkerHover={(id) => props.onHover(id ? findMarkedId(id) : null)}
      onRest={(rest) => {
        setState(rest)
        props.onRest(rest)
      }}
      onNearMe={props.onNearMe}
      here={props.here}
      isNearMeCoarse
      popup={
        selected && {
          at: selected,
          content: <SpotPopup spot={selected} from={props.origin} onClose={() => props.onSelect(null)} />,
        }
      }
    >
      <SearchOnMove {...props} />
    </MapCanvas>
  )
}

type SearchOnMoveProps = Pick<MapPanelProps, 'searchesOnMove' | 'hasLeft' | 'onSearchesOnMove' | 'onSearchHere'>

/** The switch for searching on every move, and the search button if it is off. */
function SearchOnMove({ searchesOnMove, hasLeft, onSearchesOnMove, onSearchHere }: SearchOnMoveProps) {
  return (
    <div className="explore-search-on-move">
      <button
        type="button"
        className="chip"
        role="switch"
        aria-checked={searchesOnMove}
        onClick={() => onSearchesOnMove(!searchesOnMove)}
      >
        <RotateCw size={16} strokeWidth={1.75} />
        Search as I move the map <b>{searchesOnMove ? 'on' : 'off'}</b>
      </button>
      {!searchesOnMove && hasLeft && (
        <button type="button" className="chip" onClick={onSearchHere}>
          Search this area
        </button>
      )}
    </div>
  )
}

function createBlankMarks({ nearest }: ExploreReply, { center, zoom, width, height }: MapState) {
  const { project } = createProjection({ center, zoom, width, height })
  const blank = (content: ReactNode) => ({ id: 'blank', ...center, label: 'No spots here', content })
  if (!nearest) return [blank(<BlankMark />)]
  const lng = unwrapLongitude(nearest.lng, center.lng)
  const [x, y] = project({ lng, lat: nearest.lat })
  return [toSpotMarker(nearest), blank(<BlankMark toNearest={[x - width / 2, y - height / 2]} />)]
}
