import { useEffect, useMemo, useRef, useState } from 'react'
import type { ExploreRequest } from '#app/features/explore/explore-view.ts'
import { type MapPosition, writeMapPosition } from '#app/features/explore/map-position.ts'
import type { MapState } from '#app/features/map/live/map-state.ts'
import { type LngLat, wrapLongitude } from '#app/features/map/map-view.ts'
import type { ExploreAddress } from './use-explore-url.ts'

/** The zoom added when a cluster is clicked. */
const CLOSER_ZOOM = 2
const CLOSEST_ZOOM = 18

/**
 * Keeps map and address in sync, and returns the request to make: the area that was last searched with the filters of
 * the address. `start` is where the server opened the map. When it changes, the map moves there.
 */
export function useExploreMap(address: ExploreAddress, start: MapPosition) {
  const { filter, place, keepPlace } = address
  const [searchesOnMove, setSearchesOnMove] = useState(true)
  const [resting, setResting] = useState<{ state: MapState; start: MapPosition }>()
  const [searched, setSearched] = useState<{ state: MapState; start: MapPosition }>()
  const [here, setHere] = useState<LngLat>()
  const [goTo, setGoTo] = useState<{ center: LngLat; zoom: number }>()
  const kept = useRef(keyOf(place ?? start))
  /**
   * True while the map moves to a place that the user asked for. Such a move always searches, even if the switch is
   * off.
   */
  const isSent = useRef(false)
  const travel = (to: { center: LngLat; zoom: number }) => {
    isSent.current = true
    setGoTo(to)
  }

  // A new address that the map did not write itself: back, forward, a city search, or another start.
  const wantedKey = keyOf(place ?? start)
  const wanted = useRef(place ?? start)
  wanted.current = place ?? start
  useEffect(() => {
    if (wantedKey === kept.current) return
    kept.current = wantedKey
    const { lng, lat, zoom } = wanted.current
    isSent.current = true
    setGoTo({ center: { lng, lat }, zoom })
  }, [wantedKey])

  const handleRest = (state: MapState) => {
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
    // The address stays unchanged until the user moves the map.
    if (!isFirst) keepPlace(found)
  }

  // While the map still moves to another start, the visible area is not the one in the address.
  const current = searched?.start === start ? searched.state : undefined
  const request = useMemo<ExploreRequest | null>(
    () => (current ? { bounds: current.bounds, zoom: current.zoom, filter, from: here } : null),
    [current, filter, here],
  )
  return {
    request,
    goTo,
    searchesOnMove,
    hasLeft: resting !== searched,
    handleRest,
    handleNearMe: (position: LngLat) => {
      isSent.current = true
      setHere(position)
    },
    isHere: here !== undefined,
    lookCloser: ({ lng, lat }: LngLat) => {
      const zoom = resting?.state.zoom ?? start.zoom
      travel({ center: { lng, lat }, zoom: Math.min(CLOSEST_ZOOM, zoom + CLOSER_ZOOM) })
    },
    searchHere: () => resting && search(resting),
    setSearchesOnMove: (on: boolean) => {
      setSearchesOnMove(on)
      if (on && resting && resting !== searched) search(resting)
    },
  }
}

function keyOf(place: MapPosition): string {
  return writeMapPosition(place).toString()
}
