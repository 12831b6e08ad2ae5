import { normalizeName } from './normalize-name.ts'
import type { NamedPlace, PopulatedPlace } from './sources.ts'

/** Within this distance a place with the same name is the same one: GeoNames moves points within a town. In degrees. */
const SAME_NAME_DEGREES = 0.3
/**
 * Within this distance a place with another name is the same one, renamed or respelled; farther away it may be a part
 * of it. In degrees.
 */
const SAME_PLACE_DEGREES = 0.005

/**
 * Maps each populated place of 2020 to its current entry in GeoNames: first by name, then by position, because the
 * sources share no ids. Places without a match are left out.
 */
export function matchPlaces(populated: PopulatedPlace[], named: NamedPlace[]): Map<PopulatedPlace, NamedPlace> {
  const matches = new Map<PopulatedPlace, NamedPlace>()
  const taken = new Set<NamedPlace>()
  const match = (find: (place: PopulatedPlace) => NamedPlace | undefined) => {
    for (const place of populated) {
      const found = matches.has(place) ? undefined : find(place)
      if (!found) continue
      matches.set(place, found)
      taken.add(found)
    }
  }
  const byName = groupBy(named, (place) => `${place.country} ${normalizeName(place.name)}`)
  match((place) => {
    const candidates = byName.get(`${place.country} ${normalizeName(place.name)}`) ?? []
    return findNearest(place, candidates, SAME_NAME_DEGREES, taken)
  })
  const rest = named.filter((place) => !taken.has(place))
  const byCell = groupBy(rest, (place) => toCell(place.country, Number(place.lng), Number(place.lat)))
  match((place) => findNearest(place, listAround(place, byCell), SAME_PLACE_DEGREES, taken))
  return matches
}

function findNearest(place: PopulatedPlace, candidates: NamedPlace[], withinDegrees: number, taken: Set<NamedPlace>) {
  const [lng, lat] = place.loc.coordinates
  let best: NamedPlace | undefined
  let bestDistance = withinDegrees
  for (const candidate of candidates) {
    if (taken.has(candidate)) continue
    const distance = Math.hypot(Number(candidate.lng) - lng, Number(candidate.lat) - lat)
    if (distance > bestDistance) continue
    best = candidate
    bestDistance = distance
  }
  return best
}

function listAround(place: PopulatedPlace, byCell: Map<string, NamedPlace[]>): NamedPlace[] {
  const [lng, lat] = place.loc.coordinates
  const steps = [-SAME_PLACE_DEGREES, 0, SAME_PLACE_DEGREES]
  const cells = new Set(steps.flatMap((east) => steps.map((north) => toCell(place.country, lng + east, lat + north))))
  return [...cells].flatMap((cell) => byCell.get(cell) ?? [])
}

function toCell(country: string, lng: number, lat: number): string {
  return `${country} ${Math.floor(lng / SAME_PLACE_DEGREES)} ${Math.floor(lat / SAME_PLACE_DEGREES)}`
}

function groupBy<T>(items: T[], toKey: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = toKey(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
