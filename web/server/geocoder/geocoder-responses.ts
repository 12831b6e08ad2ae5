import * as v from 'valibot'
import { decodeEntities } from '#app/lib/format/html-entities.ts'
import type { Point } from '#app/lib/geo/point.ts'
import type { AddressResponse, FoundAddress } from '#app/platform/config/find-addresses.ts'

const Coordinates = v.tupleWithRest([v.number(), v.number()], v.number())
const text = () => v.optional(v.nullable(v.string()))

const PhotonFeature = v.object({
  geometry: v.object({ coordinates: Coordinates }),
  properties: v.object({
    name: text(),
    housenumber: text(),
    street: text(),
    district: text(),
    city: text(),
    state: text(),
    country: text(),
  }),
})
const PeliasFeature = v.object({
  geometry: v.object({ coordinates: Coordinates }),
  properties: v.object({ name: v.string(), label: v.string() }),
})
const NominatimPlace = v.object({
  lat: v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.minValue(-90), v.maxValue(90)),
  lon: v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.minValue(-180), v.maxValue(180)),
  display_name: v.string(),
  licence: text(),
})
const Collection = v.object({
  features: v.array(v.unknown()),
  geocoding: v.optional(v.object({ attribution: text() })),
})

const OPENSTREETMAP = '© OpenStreetMap contributors'

/**
 * Reads the responses of Photon and Pelias (GeoJSON) and of Nominatim (a list). Leaves out unexpected results. Throws an
 * error if the response has another form.
 */
export function readGeocoderResponse(response: unknown): AddressResponse {
  if (Array.isArray(response)) return readNominatim(response)
  const { features, geocoding } = v.parse(Collection, response)
  const places = features.flatMap((feature) => readPelias(feature) ?? readPhoton(feature) ?? [])
  return { places: places.filter(isOnEarth), attribution: toPlainText(geocoding?.attribution) || OPENSTREETMAP }
}

function readNominatim(response: unknown[]): AddressResponse {
  const found = response.flatMap((place) => (v.is(NominatimPlace, place) ? [v.parse(NominatimPlace, place)] : []))
  const places = found.map(({ lat, lon, display_name }) => ({ ...splitLabel(display_name), lat, lng: lon }))
  return { places, attribution: toPlainText(found[0]?.licence) || OPENSTREETMAP }
}

function readPelias(feature: unknown): FoundAddress | undefined {
  const parsed = v.safeParse(PeliasFeature, feature)
  if (!parsed.success) return undefined
  const { geometry, properties } = parsed.output
  const context = properties.label.startsWith(properties.name)
    ? properties.label.slice(properties.name.length).replace(/^[\s,]+/, '')
    : properties.label
  return { title: properties.name, context, lng: geometry.coordinates[0], lat: geometry.coordinates[1] }
}

function readPhoton(feature: unknown): FoundAddress | undefined {
  const parsed = v.safeParse(PhotonFeature, feature)
  if (!parsed.success) return undefined
  const { geometry, properties } = parsed.output
  const { name, street, housenumber, district, city, state, country } = properties
  const address = [street, housenumber].filter(Boolean).join(' ')
  const title = name || address || city || country
  if (!title) return undefined
  const parts = [name ? address : '', district, city, state, country].filter((part) => part && part !== title)
  return {
    title,
    context: [...new Set(parts)].join(', '),
    lng: geometry.coordinates[0],
    lat: geometry.coordinates[1],
  }
}

/** A house number alone, as at the start of "12, Via Roma, Torino, Italia", is not a title. */
function splitLabel(label: string): { title: string; context: string } {
  const parts = label.split(', ')
  const size = /^\d+\s?[a-z]?$/i.test(parts[0] ?? '') ? 2 : 1
  return { title: parts.slice(0, size).join(', '), context: parts.slice(size).join(', ') }
}

function isOnEarth({ lng, lat }: Point): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180
}

/** Attributions may contain links, as HTML. */
function toPlainText(html: string | null | undefined): string {
  return decodeEntities((html ?? '').replace(/<[^>]*>/g, '')).trim()
}
