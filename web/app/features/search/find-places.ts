import * as v from 'valibot'
import type { FindPlaces, FoundPlaces, PlaceSuggestion } from '#app/features/spots/form/place-suggestion.ts'
import { formatPosition } from '#app/features/spots/spot-position.ts'
import { decodePlusCode, isPlusCode } from '#app/lib/geo/plus-code.ts'
import type { Point } from '#app/lib/geo/point.ts'
import { getBrowserClient } from '#app/platform/session/browser-client.ts'
import { listSuggestions } from './suggest-query.ts'
import type { Suggestion } from './suggestion.ts'

const Addresses = v.object({
  places: v.array(v.object({ title: v.string(), context: v.string(), lng: v.number(), lat: v.number() })),
  attribution: v.string(),
})
type Addresses = v.InferOutput<typeof Addresses>

const NO_ADDRESSES: Addresses = { places: [], attribution: '' }
/** A short Plus Code, alone or with the name of a city as maps write it: "9G8F+6X Zürich". */
const SHORT_CODE = /^(\S{2,8}\+\S{2,7})(?:[,\s]+(.+))?$/

/**
 * Searches cities, spots, addresses and streets: the suggestions of the site's search without tags and stories, and
 * what the site's geocoder or street map finds.
 */
export const findPlaces: FindPlaces = async (typed, near, signal) => {
  const [, code, city] = SHORT_CODE.exec(typed.trim()) ?? []
  if (code && isPlusCode(code)) return findByShortCode(code, city, near, signal)
  const [suggestions, addresses] = await Promise.all([
    listSuggestions(await getBrowserClient(), typed, { near, signal }),
    // Optional: cities and spots are found without it.
    fetchAddresses(typed, near, signal).catch(() => NO_ADDRESSES),
  ])
  const found = addresses.places.map(toAddress)
  return { places: [...suggestions.flatMap(toPlace), ...found], attribution: addresses.attribution }
}

async function findByShortCode(
  code: string,
  city: string | undefined,
  near: Point | undefined,
  signal: AbortSignal,
): Promise<FoundPlaces> {
  const client = await getBrowserClient()
  const [best] = city ? await listSuggestions(client, city, { near, signal }) : []
  const point = decodePlusCode(code, best?.type === 'city' ? best : near)
  if (!point) return { places: [], attribution: '' }
  const context = best?.type === 'city' ? `near ${best.name}` : formatPosition(point)
  return { places: [{ id: code, group: 'Addresses', title: code, context, point }], attribution: '' }
}

async function fetchAddresses(typed: string, near: Point | undefined, signal: AbortSignal): Promise<Addresses> {
  const parameters = new URLSearchParams({ q: typed })
  if (near) parameters.set('near', `${near.lng.toFixed(4)},${near.lat.toFixed(4)}`)
  const { getHttp } = await import('#app/platform/http/http-client.ts')
  return v.parse(Addresses, await getHttp()(`/submit/addresses.json?${parameters}`, { signal }))
}

/** Returns an address as a suggestion. Two streets that cross have the same position there, but different ids. */
export function toAddress({ title, context, lng, lat }: Addresses['places'][number]): PlaceSuggestion {
  return { id: `address:${lng},${lat}:${title}`, group: 'Addresses', title, context, point: { lng, lat } }
}

function toPlace(suggestion: Suggestion): PlaceSuggestion[] {
  if (suggestion.type !== 'city' && suggestion.type !== 'spot') return []
  const { lng, lat } = suggestion
  if (suggestion.type === 'city') {
    const { slug, name, region, country } = suggestion
    const context = [region, country].filter(Boolean).join(', ')
    return [{ id: `city:${slug}`, group: 'Cities', title: name, context, point: { lng, lat } }]
  }
  const { id, title, city, country } = suggestion
  return [{ id, group: 'Spots', title, context: city ?? country ?? '', point: { lng, lat } }]
}
