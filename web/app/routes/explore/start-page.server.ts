import { href } from 'react-router'
import { type ExploreResponse, getExploreResponse, getExploreStart } from '#app/features/explore/explore-response.ts'
import type { ExploreRequest } from '#app/features/explore/explore-view.ts'
import { noFilter, type SpotFilter, writeSpotFilter } from '#app/features/explore/filters/spot-filter.ts'
import { placeItems } from '#app/features/explore/marks/place-items.ts'
import { viewOfBounds } from '#app/features/explore/position/map-bounds.ts'
import { findMapPosition, type MapPosition, writeMapPosition } from '#app/features/explore/position/map-position.ts'
import { constrainView, findBounds } from '#app/features/map/map-view.ts'
import { getStaticMap, type StaticMapData } from '#app/features/map/static/static-map.server.ts'
import { STREETS_FROM } from '#app/features/map/streets/street-style-parts.ts'
import { parsePosition } from '#app/lib/geo/parse-position.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { findCursor } from './state/plain-pages.ts'

/**
 * Typical map sizes on a desktop of 1440 px and on a phone. The browser requests the view again once it knows its size.
 */
const DESKTOP_SIZE = { width: 992, height: 772 }
const PHONE_SIZE = { width: 390, height: 470 }
/** The size of the static maps that live maps start with: the largest usual map. They are centred on the map. */
const DESKTOP_PICTURE = { width: 2000, height: 1300 }
const PHONE_PICTURE = { width: 480, height: 800 }
/** The maximum size with streets. A larger map would have to leave out small streets. */
const STREET_PICTURE = { width: 1280, height: 900 }
const CITY_ZOOM = 11
const POSITION_ZOOM = 15

/** The data of the first paint. */
export interface ExploreStartPage {
  place: MapPosition
  request: ExploreRequest
  response: ExploreResponse
  /** The base map of the first paint. The live map takes over from it. */
  picture: StaticMapData
}

type Start = Omit<ExploreStartPage, 'picture'>

/**
 * Returns the data of the first paint in one round trip: the view of the position in the URL, or the view that fits
 * all matching spots. Throws a redirect if the search text is a city, a category or coordinates, or has a corrected
 * spelling.
 */
export async function getExploreStartPage(
  client: Supabase,
  asked: { url: URL; headers: Headers; filter: SpotFilter },
): Promise<ExploreStartPage> {
  return await withPicture(await getStart(client, asked), asked.headers)
}

/** Adds the static map that is shown until the live map loads. Its labels avoid the markers. */
export async function withPicture(start: Start, headers: Headers): Promise<ExploreStartPage> {
  const { lng, lat, zoom } = start.place
  const shown = constrainView({ center: { lng, lat }, zoom, ...getTypicalMapSize(headers) })
  const view = { ...shown, ...choosePicture(headers, zoom) }
  // The same placement as in usePlacedMarks.
  const marks = placeItems(start.response.view.clusters, viewOfBounds(start.request.bounds, start.request.zoom))
  return { ...start, picture: await getStaticMap(view, marks) }
}

async function getStart(
  client: Supabase,
  { url, headers, filter }: { url: URL; headers: Headers; filter: SpotFilter },
): Promise<Start> {
  const size = getTypicalMapSize(headers)
  const place = findMapPosition(url.searchParams)
  if (place) {
    const request = { bounds: findBounds({ center: place, zoom: place.zoom, ...size }), zoom: place.zoom, filter }
    const cursor = findCursor(url.searchParams)
    return { place, request, response: await getExploreResponse(client, { ...request, cursor }) }
  }
  const goTo = (change: Partial<SpotFilter>, center: { lng: number; lat: number } | null, zoom = CITY_ZOOM) => {
    const position = center ? writeMapPosition({ ...center, zoom }) : new URLSearchParams()
    return redirectTo(
      `${href('/explore')}?${writeSpotFilter({ ...filter, words: noFilter.words, ...change }, position)}`,
    )
  }
  const typed = parsePosition(filter.words)
  if (typed.kind === 'point') throw goTo({}, typed.point, POSITION_ZOOM)
  const start = await getExploreStart(client, filter, size)
  if ('city' in start) throw goTo({}, start.city)
  if ('words' in start) throw goTo({ words: start.words }, null)
  if ('category' in start) {
    const { category, access, city } = start.category
    throw goTo({ categories: [category], access: access === null ? [] : [access] }, city)
  }
  const { position, bounds, page } = start
  return { place: position, request: { bounds, zoom: position.zoom, filter }, response: page }
}

/** Returns a typical map size for the device of a request. */
export function getTypicalMapSize(headers: Headers): { width: number; height: number } {
  return isPhone(headers) ? PHONE_SIZE : DESKTOP_SIZE
}

function choosePicture(headers: Headers, zoom: number): { width: number; height: number } {
  if (isPhone(headers)) return PHONE_PICTURE
  return zoom < STREETS_FROM ? DESKTOP_PICTURE : STREET_PICTURE
}

function isPhone(headers: Headers): boolean {
  return headers.get('sec-ch-ua-mobile') === '?1' || /\bMobile\b/.test(headers.get('user-agent') ?? '')
}
