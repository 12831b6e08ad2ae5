import { useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { parseSpotFilter, type SpotFilter, writeSpotFilter } from '#app/features/explore/filters/spot-filter.ts'
import { findMapPosition, type MapPosition, writeMapPosition } from '#app/features/explore/position/map-position.ts'
import { useNavigateTo } from '#app/platform/navigation/navigate-to.ts'
import type { SafeLinkProps } from '#app/platform/navigation/safe-link.tsx'
import { withoutPlainPages } from './plain-pages.ts'
import { findBackLayer, isPhone } from './use-back-layer.ts'

/** The search parameter of the selected spot. */
const SELECTED = 'spot'
/** The card of the selected spot, see `useBackLayer`. */
const CARD_LAYER = 'card'
/** The tab and the dialog of a profile. */
const PROFILE_PARAMETERS = ['tab', 'do'] as const

/** The state in the URL (filters, position and selected spot) with functions that update it. */
export interface ExploreAddress {
  /** The same object while the filters stay the same. */
  filter: SpotFilter
  place: MapPosition | null
  /** The layer over the map that the back button closes, on phones. */
  layer: string | null
  selectedId: string | null
  /** Returns a link to the same area with other filters. */
  linkTo: (filter: SpotFilter) => Pick<SafeLinkProps, 'to' | 'defaultShouldRevalidate' | 'preventScrollReset'>
  goTo: (filter: SpotFilter) => void
  /** Stores the position of the map. Replaces the history entry. */
  keepPlace: (place: MapPosition) => void
  select: (id: string | null) => void
}

/** Keeps the state of the explore screen in its URL, so that it can be shared and restored by going back. */
export function useExploreUrl(): ExploreAddress {
  const [parameters] = useSearchParams()
  const navigateTo = useNavigateTo()
  const filterKey = writeSpotFilter(parseSpotFilter(parameters)).toString()
  const filter = useMemo(() => parseSpotFilter(new URLSearchParams(filterKey)), [filterKey])
  const place = findMapPosition(parameters)
  const location = useLocation()
  const layer = findBackLayer(location.state)

  /** The browser fetches views itself, so once the map has a position the server's loaders need not run. */
  const quietly = place ? { defaultShouldRevalidate: false } : {}
  const change = (edit: (search: URLSearchParams) => URLSearchParams, layer?: string) => {
    // Reads the current URL, not the rendered one: a map move and a click may happen in one frame.
    const now = new URLSearchParams(window.location.search)
    const search = edit(now).toString()
    if (search === now.toString()) return
    const options = { preventScrollReset: true, defaultShouldRevalidate: false }
    if (layer) void navigateTo({ search }, { ...options, state: { layer } })
    else void navigateTo({ search }, { ...options, replace: true, state: location.state })
  }
  const linkTo: ExploreAddress['linkTo'] = (wanted) => {
    const search = writeSpotFilter(wanted, withoutPlainPages(parameters))
    search.delete(SELECTED)
    if (wanted.by === null) for (const name of PROFILE_PARAMETERS) search.delete(name)
    return { to: { search: `?${search}` }, preventScrollReset: true, ...(wanted.by === filter.by && quietly) }
  }
  return {
    filter,
    place,
    layer,
    selectedId: parameters.get(SELECTED),
    linkTo,
    goTo: (wanted) => {
      const { to, ...options } = linkTo(wanted)
      void navigateTo(to, options)
    },
    keepPlace: (kept) => change((search) => writeMapPosition(kept, search)),
    select: (id) => {
      if (id === null && layer === CARD_LAYER) return window.history.back()
      const write = (search: URLSearchParams) => {
        const written = new URLSearchParams(search)
        if (id === null) written.delete(SELECTED)
        else written.set(SELECTED, id)
        return written
      }
      change(write, id !== null && layer === null && isPhone() ? CARD_LAYER : undefined)
    },
  }
}
