import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { findMapPosition, type MapPosition, writeMapPosition } from '#app/features/explore/map-position.ts'
import { parseSpotFilter, type SpotFilter, writeSpotFilter } from '#app/features/explore/spot-filter.ts'
import { useNavigateTo } from '#app/platform/navigation/navigate-to.ts'
import type { SafeLinkProps } from '#app/platform/navigation/safe-link.tsx'

/** The name under which an address keeps the selected spot. */
const SELECTED = 'spot'

/** What the address says: filters, place and selected spot; and how to write them. */
export interface ExploreAddress {
  /** The same object while the filters stay the same. */
  filter: SpotFilter
  place: MapPosition | null
  selectedId: string | null
  /** A link to the same part of the map with other filters. */
  linkTo: (filter: SpotFilter) => Pick<SafeLinkProps, 'to' | 'defaultShouldRevalidate' | 'preventScrollReset'>
  goTo: (filter: SpotFilter) => void
  /** Where the map came to rest: takes the place of the entry in the history. */
  keepPlace: (place: MapPosition) => void
  select: (id: string | null) => void
}

/** The address of the explore screen as its state: everything that can be shared or gone back to is in it. */
export function useExploreUrl(): ExploreAddress {
  const [parameters] = useSearchParams()
  const navigateTo = useNavigateTo()
  const filterKey = writeSpotFilter(parseSpotFilter(parameters)).toString()
  const filter = useMemo(() => parseSpotFilter(new URLSearchParams(filterKey)), [filterKey])
  const place = findMapPosition(parameters)

  /** The browser asks for views itself: once the map has a place, the server's loaders have nothing to add. */
  const quietly = place ? { defaultShouldRevalidate: false } : {}
  const change = (edit: (search: URLSearchParams) => URLSearchParams) => {
    // As it is now, not as it was when this was rendered: a move and a press may come in one frame.
    const now = new URLSearchParams(window.location.search)
    const search = edit(now).toString()
    if (search === now.toString()) return
    void navigateTo({ search }, { replace: true, preventScrollReset: true, defaultShouldRevalidate: false })
  }
  const linkTo: ExploreAddress['linkTo'] = (wanted) => {
    const search = writeSpotFilter(wanted, parameters)
    search.delete(SELECTED)
    return { to: { search: `?${search}` }, preventScrollReset: true, ...quietly }
  }
  return {
    filter,
    place,
    selectedId: parameters.get(SELECTED),
    linkTo,
    goTo: (wanted) => {
      const { to, ...options } = linkTo(wanted)
      void navigateTo(to, options)
    },
    keepPlace: (kept) => change((search) => writeMapPosition(kept, search)),
    select: (id) =>
      change((search) => {
        const written = new URLSearchParams(search)
        if (id === null) written.delete(SELECTED)
        else written.set(SELECTED, id)
        return written
      }),
  }
}
