import { type SpotFilter, writeSpotFilter } from '#app/features/explore/filters/spot-filter.ts'

/** Writes the query of the feed with these filters. */
export function writeFeedSearch(filter: SpotFilter): string {
  const search = writeSpotFilter({ ...filter, sort: 'best' }).toString()
  return search && `?${search}`
}
