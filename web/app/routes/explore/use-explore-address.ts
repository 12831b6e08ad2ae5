import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type ExploreFilter, parseExploreFilter, writeExploreFilter } from '#app/features/explore/explore-filter.ts'
import { type ExplorePlace, findExplorePlace, writeExplorePlace } from '#app/features/explore/explore-place.ts'
import { useNavigateTo } from '#app/platform/navigation/navigate-to.ts'
import type { SafeLinkProps } from '#app/platform/navigation/safe-link.tsx'

/** The name under which an address keeps the selected spot. */
const SELECTED = 'spot'

/** What the address says: filters, place and selected spot; and how to write them. */
export interface ExploreAddress {
  /** The same object while the filters stay the same. */
  filter: ExploreFilter
  place: ExplorePlace | null
  selectedId: string | null
  /** A link to the same part of the map with other filters. */
  linkTo: (filter: ExploreFilter) => Pick<SafeLinkProps, 'to' | 'defaultShouldRevalidate' | 'preventScrollReset'>
  goTo: (filter: ExploreFilter) => void
  /** Where the map came to rest: takes the place of the entry in the history. */
  keepPlace: (place: ExplorePlace) => void
  select: (id: string | null) => void
}

/** The address of the explore screen as its state: everything that can be shared or gone back to is in it. */
export function useExploreAddress(): ExploreAddress {
  const [parameters] = useSearchParams()
  const navigateTo = useNavigateTo()
  const filterKey = writeExploreFilter(parseExploreFilter(parameters)).toString()
  const filter = useMemo(() => parseExploreFilter(new URLSearchParams(filterKey)), [filterKey])
  const place = findExplorePlace(parameters)

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
    const search = writeExploreFilter(wanted, parameters)
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
    keepPlace: (kept) => change((search) => writeExplorePlace(kept, search)),
    select: (id) =>
      change((search) => {
        const written = new URLSearchParams(search)
        if (id === null) written.delete(SELECTED)
        else written.set(SELECTED, id)
        return written
      }),
  }
}
