import { useEffect, useMemo, useRef, useState } from 'react'
import type { ExploreRequest } from '#app/features/explore/explore-view.ts'
import { type MapPosition, writeMapPosition } from '#app/features/explore/map-position.ts'
import type { MapState } from '#app/features/map/live/map-state.ts'
import { type LngLat, wrapLongitude } from '#app/features/map/map-view.ts'
import type { ExploreAddress } from './use-explore-url.ts'

/** How much closer a pressed number looks. */
const CLOSER_ZOOM = 2
const CLOSEST_ZOOM = 18

/**
 * Keeps map and address in step, and says what has to be asked for: the part of the map that was last searched, with the filters
 * of the address. `start` is where the server opened the map; a new one moves it there.
 */
export function useExploreMap(address: ExploreAddress, start: MapPosition) {
  const { filter, place, keepPlace } = address
  const [searchesOnMove, setSearchesOnMove] = useState(true)
  const [resting, setResting] = useState<{ state: MapState; start: MapPosition }>()
  const [searched, setSearched] = useState<{ state: MapState; start: MapPosition }>()
  const [here, setHere] = useState<LngLat>()
  const [goTo, setGoTo] = useState<{ center: LngLat; zoom: number }>()
  const kept = useRef(keyOf(place ?? start))
  /** Whether the map moves because somebody asked to see what is there, whatever the switch says. */
  const isSent = useRef(false)
  const travel = (to: { center: LngLat; zoom: number }) => {
    isSent.current = true
    setGoTo(to)
  }

  // A new address that the map did not write itself: back, forward, a city that was searched for, or another start.
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
    // The address somebody opened stays as it is until they move.
    if (!isFirst) keepPlace(found)
  }

  // While the map still flies to another start, what is in view is not what the address asks for.
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
