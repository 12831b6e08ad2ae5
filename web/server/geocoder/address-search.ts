import type { FindAddresses } from '#app/platform/config/find-addresses.ts'
import { createStreetSearch } from '../streets/find-streets.ts'
import type { StreetMap } from '../streets/street-map.ts'

/**
 * Searches for addresses with the geocoder. If there is none, or it fails or finds nothing, searches for streets on
 * the site's own map.
 */
export function createAddressSearch(geocode: FindAddresses | undefined, streetMap: StreetMap): FindAddresses {
  const findStreets = createStreetSearch(streetMap)
  return async (typed, near, language) => {
    const response = await geocode?.(typed, near, language)
    if (response && response.places.length > 0) return response
    const places = near ? await findStreets(splitCity(typed).street, near) : []
    return { places, attribution: (places.length > 0 && streetMap.settings?.attribution) || '' }
  }
}

/** Splits an address before the city at its end, without its postcode. "12, rue de Rivoli" has none, only a number before the street. */
export function splitCity(typed: string): { street: string; city: string | undefined } {
  const [, street = typed, city] = /^(.*\p{L}.*),\s*(?:[\d-]+\s+)?(\p{L}[^,]*\p{L})\s*$/u.exec(typed) ?? []
  return { street, city }
}
