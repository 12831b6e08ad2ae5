import { href } from 'react-router'
import { getExploreView } from '#app/features/explore/explore-view.ts'
import { findMapPosition, type MapPosition, writeMapPosition } from '#app/features/explore/map-position.ts'
import { noFilter, type SpotFilter, writeSpotFilter } from '#app/features/explore/spot-filter.ts'
import { findBounds, fitBounds, type MapView, type ViewBounds } from '#app/features/map/map-view.ts'
import { listSuggestions } from '#app/features/search/suggest-query.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'

/** What the map of a desktop of 1440 px and of a phone is likely to measure; the browser asks again once it knows. */
const DESKTOP_SIZE = { width: 992, height: 772 }
const PHONE_SIZE = { width: 390, height: 470 }
const WORLD: ViewBounds = { west: -180, south: -60, east: 180, north: 75 }
const CITY_ZOOM = 11
/** Spots of a single town still show where on earth they are. */
const CLOSEST_ZOOM = 11
const PADDING_PX = 72

/**
 * Which part of the map an address opens with: the place it names, else where the spots are that it asks for. Words that name a
 * city say where to go and not what a spot has to hold: throws a redirect there.
 */
export async function findStartPosition(
  client: Supabase,
  { url, headers, filter }: { url: URL; headers: Headers; filter: SpotFilter },
): Promise<{ place: MapPosition; bounds: ViewBounds }> {
  const size = guessMapSize(headers)
  const named = findMapPosition(url.searchParams)
  const city = named ? null : await findCityPlace(client, filter)
  if (city)
    throw redirectTo(
      `${href('/explore')}?${writeSpotFilter({ ...filter, words: noFilter.words }, writeMapPosition(city))}`,
    )
  const place = named ?? (await findSpotsPlace(client, filter, size))
  return { place, bounds: findBounds({ center: place, zoom: place.zoom, ...size }) }
}

function guessMapSize(headers: Headers): { width: number; height: number } {
  const isPhone = headers.get('sec-ch-ua-mobile') === '?1' || /\bMobile\b/.test(headers.get('user-agent') ?? '')
  return isPhone ? PHONE_SIZE : DESKTOP_SIZE
}

/** Somebody who types the name of a city and nothing else wants to go there. */
async function findCityPlace(client: Supabase, { words }: SpotFilter): Promise<MapPosition | null> {
  if (words === '') return null
  // Without suggestions the words are searched among the spots, which is what most of them are for.
  const suggestions = await listSuggestions(client, words).catch(() => [])
  const city = suggestions.find(({ type }) => type === 'city')
  if (city?.type !== 'city' || fold(city.name) !== fold(words)) return null
  return { lng: city.lng, lat: city.lat, zoom: CITY_ZOOM }
}

async function findSpotsPlace(
  client: Supabase,
  filter: SpotFilter,
  size: { width: number; height: number },
): Promise<MapPosition> {
  const { clusters } = await getExploreView(client, { bounds: WORLD, zoom: 3, filter, pageSize: 1 })
  const lngs = clusters.map(({ lng }) => lng)
  const lats = clusters.map(({ lat }) => lat)
  const bounds =
    clusters.length === 0
      ? WORLD
      : { west: Math.min(...lngs), south: Math.min(...lats), east: Math.max(...lngs), north: Math.max(...lats) }
  return toPlace(fitBounds(bounds, { ...size, paddingPx: PADDING_PX, maxZoom: CLOSEST_ZOOM }))
}

function toPlace({ center, zoom }: MapView): MapPosition {
  return { ...center, zoom: Math.max(zoom, 0.5) }
}

/** Letters without their signs, as the search compares them. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .trim()
}
