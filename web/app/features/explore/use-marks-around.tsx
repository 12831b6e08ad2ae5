import { useMemo, useRef, useState } from 'react'
import { categories, groupIds } from '#app/features/categories/categories.ts'
import type { MapMarker, MapState } from '#app/features/map/live/engine/map-state.ts'
import type { MapView } from '#app/features/map/map-view.ts'
import { DotMark } from '#app/features/map/marks/dot-mark.tsx'
import { formatCount } from '#app/lib/format/numbers.ts'
import { fetchExploreResponse } from './explore-response.ts'
import { noFilter } from './filters/spot-filter.ts'
import { findOnlySpot, type MapItem, type PlacedMark, placeItems } from './marks/place-items.ts'

const NOWHERE: MapView = { center: { lng: 0, lat: 0 }, zoom: 0, width: 0, height: 0 }

/** Loads the existing spots in view: as quiet dots, and as input for the isolines. */
export function useMarksAround() {
  const [shown, setShown] = useState<{ items: MapItem[]; view: MapView }>({ items: [], view: NOWHERE })
  const requested = useRef<AbortController>(undefined)
  const lookAround = (state: MapState) => {
    const { bounds, zoom } = state
    requested.current?.abort()
    requested.current = new AbortController()
    fetchExploreResponse({ bounds, zoom, filter: noFilter, pageSize: 1 }, requested.current.signal)
      .then(({ view }) => setShown({ items: view.clusters, view: state }))
      // The marks are optional, so a failed request keeps the last ones.
      .catch(() => undefined)
  }
  const markers = useMemo(() => placeItems(shown.items, shown.view).map(toMarker), [shown])
  const places = useMemo(() => shown.items.map(({ lng, lat, n }) => ({ lng, lat, count: n })), [shown])
  return { markers, places, lookAround }
}

function toMarker(mark: PlacedMark): MapMarker {
  const { id, lng, lat, n, groups } = mark
  const spot = findOnlySpot(mark)
  const label = spot ? `${spot.title}, ${categories[spot.category].name}` : formatCount(n, 'spot')
  const largest = groupIds.toSorted((a, b) => groups[b] - groups[a])[0] ?? 'way'
  return { id, lng, lat, label, content: <DotMark count={n} group={largest} /> }
}
