/** The areas of `page_versions()` whose changes a page shows. */
export interface PageAreas {
  /** Changes that show immediately. */
  areas: readonly string[]
  /** Changes that only affect counters on this page, and the order by them. They may show a few seconds later. */
  counterAreas: readonly string[]
}

const SPOT = /^\/spot\/([a-z0-9]{8,24})$/

/** Returns the id in the path of a spot's page. */
export function findSpotId(path: string): string | undefined {
  return SPOT.exec(path)?.[1]
}

/** Returns the areas of a page. Undefined if its changes are not counted. */
export function findPageAreas(path: string, search: URLSearchParams): PageAreas | undefined {
  const spotId = findSpotId(path)
  // Spots elsewhere only affect the number of the author's spots.
  if (spotId) return { areas: ['site', `spot/${spotId}`], counterAreas: ['spots', 'counters'] }
  const areas = ['site', 'spots', 'totals']
  if (path === '/') return { areas, counterAreas: ['counters'] }
  if (path !== '/explore') return undefined
  const hasLists = search.has('by') || search.has('list')
  return { areas: hasLists ? [...areas, 'lists'] : areas, counterAreas: ['counters'] }
}
