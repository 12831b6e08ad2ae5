import { noFilter, type SpotFilter, writeSpotFilter } from '#app/features/explore/filters/spot-filter.ts'
import { type MapPosition, writeMapPosition } from '#app/features/explore/position/map-position.ts'

/** The search parameter that shows the form with all filters in the page. */
const FILTERS = 'filters'
/** The search parameter of a further page of the list: the cursor of the page before it. */
const CURSOR = 'cursor'
/** The format of the cursors of `explore_view`. */
const CURSOR_FORMAT = /^-?\d{1,20}(\.\d{1,20})?(e[+-]?\d{1,2})?_[a-z0-9]{8,24}$/

/** Returns true if the URL asks for the form with all filters. */
export function hasFilterForm(parameters: URLSearchParams): boolean {
  return parameters.has(FILTERS)
}

/** Returns a link to the same page with the form with all filters. */
export function linkToFilterForm(parameters: URLSearchParams): { search: string } {
  const search = withoutPlainPages(parameters)
  search.set(FILTERS, '1')
  return { search: `?${search}` }
}

/** Returns the cursor in a URL. Ignores one that the database would reject. */
export function findCursor(parameters: URLSearchParams): string | undefined {
  const cursor = parameters.get(CURSOR) ?? ''
  return CURSOR_FORMAT.test(cursor) ? cursor : undefined
}

/** Returns a link to the next page of the list of a view. */
export function linkToNextPage(parameters: URLSearchParams, place: MapPosition, cursor: string): { search: string } {
  const search = writeMapPosition(place, withoutPlainPages(parameters))
  search.set(CURSOR, cursor)
  return { search: `?${search}` }
}

/** Returns the parameters without those of pages for browsers without JavaScript. */
export function withoutPlainPages(parameters: URLSearchParams): URLSearchParams {
  const search = new URLSearchParams(parameters)
  search.delete(FILTERS)
  search.delete(CURSOR)
  return search
}

/** Returns the parameters of the page without its filters. The member whose spots are shown stays. */
export function withoutFilters(parameters: URLSearchParams, { by }: SpotFilter): URLSearchParams {
  return writeSpotFilter({ ...noFilter, by }, withoutPlainPages(parameters))
}
