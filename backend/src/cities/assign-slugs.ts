import type { City } from './city.ts'
import { toSlug } from './normalize-name.ts'

/**
 * Assigns each city its slug. The largest city of a name gets the plain name; others add country and region
 * (`paris-us-tx`), and the id if that is taken too. Expects the largest first, so that loading again gives the same
 * slugs.
 */
export function assignSlugs(cities: Omit<City, 'slug'>[]): City[] {
  const taken = new Set<string>()
  return cities.map((city) => {
    const slug = listCandidates(city).find((candidate) => !taken.has(candidate)) ?? String(city.id)
    taken.add(slug)
    return { ...city, slug }
  })
}

function listCandidates(city: Omit<City, 'slug'>): string[] {
  const plain = toSlug(city.name)
  const id = String(city.id)
  if (plain === '') return [id]
  const withRegion = [plain, city.country_code.toLowerCase(), toRegion(city)].filter((part) => part !== '').join('-')
  return [plain, withRegion, `${plain}-${id}`]
}

/** Returns the region's code where it is in common use (TX; GeoNames uses numbers elsewhere), else its name. */
function toRegion({ admin1_code, admin1_name }: Omit<City, 'slug'>): string {
  if (admin1_code && /^[A-Z]{2,3}$/.test(admin1_code)) return admin1_code.toLowerCase()
  return toSlug(admin1_name ?? '')
}
