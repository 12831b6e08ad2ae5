import { listCities } from '../../backend/src/cities/list-cities.ts'
import type { Bounds } from './tile-ranges.ts'

const KM_PER_DEGREE = 111.2
/** The distance from the centre to the edge of the region, in kilometres, for the smallest and the largest city. */
const [MIN_KM, MAX_KM] = [6, 30]
const PEOPLE_PER_SQUARE_KM_OF_ROOM = 3600

/** Returns the region around a city, larger for more people. The city is named by its slug, as in `/city/{slug}`. */
export function findCityBounds(slug: string): Bounds {
  const cities = listCities()
  const city = cities.find((candidate) => candidate.slug === slug)
  if (!city) {
    const similar = cities.filter((candidate) => candidate.slug.startsWith(slug)).slice(0, 3)
    const hint = similar.length > 0 ? ` Do you mean ${similar.map((found) => found.slug).join(', ')}?` : ''
    throw new Error(`There is no city ${slug}.${hint}`)
  }
  const km = Math.min(MAX_KM, Math.max(MIN_KM, 4 + Math.sqrt(city.population / PEOPLE_PER_SQUARE_KM_OF_ROOM)))
  const dLat = km / KM_PER_DEGREE
  const dLng = dLat / Math.cos((city.lat * Math.PI) / 180)
  return [city.lng - dLng, city.lat - dLat, city.lng + dLng, city.lat + dLat]
}
