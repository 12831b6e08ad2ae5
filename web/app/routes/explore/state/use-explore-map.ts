import { useEffect, useMemo, useRef, useState } from 'react'
import type { ExploreResponse } from '#app/features/explore/explore-response.ts'
import type { ExploreRequest } from '#app/features/explore/explore-view.ts'
import { containsPosition, type MapBounds } from '#app/features/explore/position/map-bounds.ts'
import { type MapPosition, writeMapPosition } from '#app/features/explore/position/map-position.ts'
import { setNearPosition } from '#app/features/explore/position/near-position.ts'
import { useNearState } from '#app/features/explore/position/near-state.ts'
import { toCoarsePosition } from '#app/features/map/coarse-position.ts'
import type { MapState } from '#app/features/map/live/engine/map-state.ts'
import { type LngLat, wrapLongitude } from '#app/features/map/map-view.ts'
import type { ExploreStartPage } from '../start-page.server.ts'
import type { ExploreAddress } from './use-explore-url.ts'

/** The zoom that shows a town and its surroundings. */
const NEAR_ZOOM = 12

/**
 * Keeps map and URL in sync, and returns the request to make: the area that was last searched with the filters of the
 * URL. `start` is where the server opened the map. When it changes, the map moves there.
 */
export function useExploreMap(
  address: ExploreAddress,
  { place: start, request: first, response: firstResponse }: Pick<ExploreStartPage, 'place' | 'request' | 'response'>,
) {
  const { filter, place, keepPlace } = address
  const [firstFilter] = useState(filter)
  const [searchesOnMove, setSearchesOnMove] = useState(true)
  const [resting, setResting] = useState<{ state: MapState; start: MapPosition }>()
  const [searched, setSearched] = useState<{ state: MapState; start: MapPosition }>()
  // A visitor's position stays in the browser: the server and the URL get a coarse one, see toCoarsePosition.
  const near = useNearState()
  const [here, setHere] = useState(near)
  const coarse = useMemo(() => here && toCoarsePosition(here), [here])
  const [goTo, setGoTo] = useState(() =>
    near && place === null ? { center: toCoarsePosition(near), zoom: NEAR_ZOOM } : undefined,
  )
  const kept = useRef(keyOf(place ?? start))
  /** True while the map moves to a requested place. Such a move always searches, even if the switch is off. */
  const isSent = useRef(false)
  const moveTo = (to: { center: LngLat; zoom: number }) => {
    isSent.current = true
    setGoTo(to)
  }

  // A new URL that the map did not write itself: back, forward, a city search, or another start.
  const wantedKey = keyOf(place ?? start)
  const wanted = useRef(place ?? start)
  wanted.current = place ?? start
  const hadLayer = useRef(address.layer)
  const stay = useRef(() => {})
  useEffect(() => {
    const hasClosedLayer = hadLayer.current !== null && address.layer === null
    hadLayer.current = address.layer
    if (wantedKey === kept.current) return
    // The entry below a card has the position from before the card opened. The map stays where it is.
    if (hasClosedLayer) return stay.current()
    kept.current = wantedKey
    const { lng, lat, zoom } = wanted.current
    isSent.current = true
    setGoTo({ center: { lng, lat }, zoom })
  }, [wantedKey, address.layer])

  const hasRested = useRef(false)
  const handleRest = (state: MapState) => {
    const crowd = hasRested.current || place !== null || near ? undefined : findMissedCrowd(firstResponse, state.bounds)
    hasRested.current = true
    if (crowd) return moveTo({ center: crowd, zoom: state.zoom })
    const rested = { state, start }
    setResting(rested)
    if (searchesOnMove || isSent.current || !searched) search(rested)
    isSent.current = false
  }
  const search = (rested: { state: MapState; start: MapPosition }) => {
    setSearched(rested)
    const { center, zoom } = rested.state
    const found = { lng: wrapLongitude(center.lng), lat: center.lat, zoom }
    const isFirst = !searched && place === null
    kept.current = keyOf(found)
    // The URL stays unchanged until the map leaves its first place, and while the map is where “near me” moved it.
    if (!isFirst && !(coarse && isAt(found, coarse))) keepPlace(found)
  }

  stay.current = () => {
    if (!searched) return
    const { center, zoom } = searched.state
    keepPlace({ lng: wrapLongitude(center.lng), lat: center.lat, zoom })
  }

  // While the map moves to another start, the visible area is not yet that of the URL.
  const current = searched?.start === start ? searched.state : undefined
  const request = useMemo<ExploreRequest | null>(() => {
    if (current) return { bounds: current.bounds, zoom: current.zoom, filter, from: coarse }
    // Filters also apply before the map is live.
    return filter === firstFilter ? null : { ...first, filter, from: coarse }
  }, [current, filter, firstFilter, first, coarse])
  return {
    request,
    goTo,
    searchesOnMove,
    hasLeft: resting !== searched,
    handleRest,
    handleNearMe: (position: LngLat) => {
      isSent.current = true
      setHere(position)
      setNearPosition(position)
    },
    here,
    lookCloser: ({ lng, lat }: LngLat, zoom: number) => moveTo({ center: { lng, lat }, zoom }),
    searchHere: () => resting && search(resting),
    setSearchesOnMove: (on: boolean) => {
      setSearchesOnMove(on)
      if (on && resting && resting !== searched) search(resting)
    },
  }
}

/**
 * Returns the largest cluster of a response if the map shows none of them: its window is narrower than the server assumed
 * when it fitted the view to all spots.
 */
function findMissedCrowd({ view: { clusters } }: ExploreResponse, bounds: MapBounds): LngLat | undefined {
  if (clusters.some(({ lng, lat }) => containsPosition(bounds, lng, lat))) return undefined
  return clusters.toSorted((a, b) => b.n - a.n)[0]
}

function isAt(place: MapPosition, { lng, lat }: LngLat): boolean {
  return keyOf(place) === keyOf({ lng, lat, zoom: place.zoom })
}

function keyOf(place: MapPosition): string {
  return writeMapPosition(place).toString()
}
