import { useEffect, useRef, useState } from 'react'
import { type ExploreResponse, fetchExploreResponse } from '#app/features/explore/explore-response.ts'
import type { SpotFilter } from '#app/features/explore/filters/spot-filter.ts'
import type { PlacedMark } from '#app/features/explore/marks/place-items.ts'
import { boundsOfStack } from '#app/features/explore/marks/separate-marks.ts'
import type { LngLat } from '#app/features/map/map-view.ts'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { MAX_FANNED } from './fan-layout.ts'

/** From this zoom on the server returns single spots. */
const STREET_ZOOM = 20
/** The maximum number of pages of a list that are loaded. The largest stack of the imported places has 65 spots. */
const MAX_PAGES = 20
const PHONE_QUERY = '(width < 47.5rem)'

/** An opened marker whose spots are at one point, so that zooming cannot separate them. */
export interface OpenStack {
  mark: PlacedMark
  at: LngLat
  spots: SpotSummary[]
  state: 'loading' | 'ready' | 'failed'
  /** A ring of icons on the map, a panel beside the marker, or a list in the sheet of a phone. */
  shape: 'fan' | 'panel' | 'sheet'
}

/** Opens markers whose spots lie at one point, and loads those spots in the order of the list. */
export function useStack(filter: SpotFilter) {
  const [stack, setStack] = useState<OpenStack | null>(null)
  // A spot selected from a stack needs its card after the stack has closed.
  const [known, setKnown] = useState<SpotSummary[]>([])
  const calling = useRef<AbortController>(undefined)
  useEffect(() => () => calling.current?.abort(), [])

  const load = (mark: PlacedMark, shape: OpenStack['shape']) => {
    calling.current?.abort()
    calling.current = new AbortController()
    const { signal } = calling.current
    const opened = { mark, at: { lng: mark.lng, lat: mark.lat }, shape }
    setStack({ ...opened, spots: [], state: 'loading' })
    listSpots(mark, filter, signal)
      .then((spots) => {
        if (signal.aborted) return
        setStack({ ...opened, spots, state: 'ready' })
        setKnown(spots)
      })
      .catch(() => signal.aborted || setStack({ ...opened, spots: [], state: 'failed' }))
  }
  return {
    stack,
    /** The spots of the stack that was opened last. */
    known,
    open: (mark: PlacedMark, isByKeyboard: boolean) => load(mark, chooseShape(mark.n, isByKeyboard)),
    retry: () => stack && load(stack.mark, stack.shape),
    close: () => {
      calling.current?.abort()
      setStack(null)
    },
  }
}

/** Keyboards and screen readers get a list, since the spots of a ring have no natural order. */
function chooseShape(count: number, isByKeyboard: boolean): OpenStack['shape'] {
  const isPhone = matchMedia(PHONE_QUERY).matches
  const maxFanned = isPhone ? MAX_FANNED.phone : MAX_FANNED.wide
  if (count <= maxFanned && !isByKeyboard) return 'fan'
  return isPhone ? 'sheet' : 'panel'
}

async function listSpots(mark: PlacedMark, filter: SpotFilter, signal: AbortSignal): Promise<SpotSummary[]> {
  const request = { bounds: boundsOfStack(mark), zoom: STREET_ZOOM, filter }
  const spots: SpotSummary[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const { view }: ExploreResponse = await fetchExploreResponse({ ...request, cursor }, signal)
    spots.push(...view.spots)
    if (view.cursor === null) break
    cursor = view.cursor
  }
  return spots
}
