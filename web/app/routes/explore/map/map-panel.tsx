import { type ReactNode, useMemo, useState } from 'react'
import type { ExploreResponse } from '#app/features/explore/explore-response.ts'
import { type ExploreRequest, isMarkedSpot } from '#app/features/explore/explore-view.ts'
import { CLOSEST_ZOOM, chooseCloserZoom, findStackCategory } from '#app/features/explore/marks/separate-marks.ts'
import type { MapMarker, MapState } from '#app/features/map/live/engine/map-state.ts'
import { MapCanvas } from '#app/features/map/live/map-canvas.tsx'
import { createProjection, type LngLat, unwrapLongitude } from '#app/features/map/map-view.ts'
import type { StaticMapData } from '#app/features/map/static/static-map.server.ts'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { useAppSettings } from '#app/platform/root-data.ts'
import { layOutFan } from '../stack/fan-layout.ts'
import { StackFan } from '../stack/stack-fan.tsx'
import { StackList } from '../stack/stack-list.tsx'
import type { useStack } from '../stack/use-stack.ts'
import { BlankMark, createMarkers, findMarkedId, toSpotMarker } from './map-marks.tsx'
import { SearchOnMove } from './search-on-move.tsx'
import { SpotPopup } from './spot-popup.tsx'
import { usePlacedMarks } from './use-placed-marks.ts'

/** Half the size of the dashed ring around the selected spot. */
const SELECTED_RADIUS_PX = 30

interface MapPanelProps {
  start: StaticMapData
  goTo: { center: LngLat; zoom: number } | undefined
  response: ExploreResponse
  /** Markers to show instead of those of the response, wherever the map is. */
  fixedMarks?: MapMarker[] | undefined
  /** The request that the response belongs to. */
  request: ExploreRequest
  summary: string
  selectedId: string | null
  selected: SpotSummary | undefined
  active: SpotSummary | undefined
  origin: LngLat & { name: string }
  searchesOnMove: boolean
  /** True if the map has moved away from the area that the list shows. */
  hasLeft: boolean
  onRest: (state: MapState) => void
  here: LngLat | undefined
  onNearMe: (position: LngLat) => void
  onSelect: (id: string | null) => void
  onHover: (id: string | null) => void
  onLookCloser: (at: LngLat, zoom: number) => void
  stacks: ReturnType<typeof useStack>
  onSearchesOnMove: (on: boolean) => void
  onSearchHere: () => void
}

/** The map beside the list, with the same spots. */
export function MapPanel({ start, goTo, response, fixedMarks, request, ...props }: MapPanelProps) {
  const { mapStyleUrl } = useAppSettings()
  const [state, setState] = useState<MapState>()
  const { clusters } = response.view
  const { selected, active, selectedId } = props
  const picked = selected ?? clusters.filter(isMarkedSpot).find(({ id }) => id === selectedId)
  const placed = usePlacedMarks(clusters, request, picked ? picked.id : null)
  const marks = useMemo(() => {
    if (fixedMarks) return fixedMarks
    const all = createMarkers(placed, { selected: picked, active })
    return clusters.length > 0 || !state ? all : [...all, ...createBlankMarks(response, state)]
  }, [clusters, placed, picked, active, response, state, fixedMarks])
  const places = useMemo(() => clusters.map(({ lng, lat, n }) => ({ lng, lat, count: n })), [clusters])

  const handlePress = (markId: string, isByKeyboard: boolean) => {
    const spotId = findMarkedId(markId)
    if (spotId) return props.onSelect(spotId === selectedId ? null : spotId)
    const mark = placed.find(({ id }) => id === markId)
    if (!mark) return
    const view = state ?? start.view
    const isClosest = view.zoom > CLOSEST_ZOOM - 0.1
    if (isClosest || findStackCategory(mark)) props.stacks.open(mark, isByKeyboard)
    else props.onLookCloser(mark, chooseCloserZoom(mark, view))
  }
  const { stack } = props.stacks
  const fanned = stack?.shape === 'fan' && stack.state === 'ready' ? stack : undefined
  const revealed = fanned ? { ...fanned.at, radiusPx: layOutFan(fanned.spots.length).discRadius } : picked
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
      reveal={revealed && { radiusPx: SELECTED_RADIUS_PX, ...revealed }}
      popup={
        createStackPopup(props) ??
        (selected && {
          at: selected,
          content: <SpotPopup spot={selected} from={props.origin} onClose={() => props.onSelect(null)} />,
        })
      }
    >
      <SearchOnMove {...props} />
    </MapCanvas>
  )
}

/** The spots of an opened stack: fanned out around their point, or as a list beside it. */
function createStackPopup({ stacks, onSelect, onHover }: Pick<MapPanelProps, 'stacks' | 'onSelect' | 'onHover'>) {
  const { stack, close, retry } = stacks
  if (!stack || stack.shape === 'sheet' || (stack.shape === 'fan' && stack.state === 'loading')) return undefined
  if (stack.shape === 'panel' || stack.state === 'failed') {
    return { at: stack.at, content: <StackList stack={stack} onClose={close} onRetry={retry} onHover={onHover} /> }
  }
  const select = (id: string) => {
    close()
    onSelect(id)
  }
  return {
    at: stack.at,
    isCentred: true,
    content: <StackFan spots={stack.spots} onSelect={select} onHover={onHover} />,
  }
}

function createBlankMarks({ nearest }: ExploreResponse, { center, zoom, width, height }: MapState) {
  const { project } = createProjection({ center, zoom, width, height })
  const blank = (content: ReactNode) => ({ id: 'blank', ...center, label: 'No spots here', content })
  if (!nearest) return [blank(<BlankMark />)]
  const lng = unwrapLongitude(nearest.lng, center.lng)
  const [x, y] = project({ lng, lat: nearest.lat })
  return [toSpotMarker(nearest), blank(<BlankMark toNearest={[x - width / 2, y - height / 2]} />)]
}
