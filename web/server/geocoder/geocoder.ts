import { seconds } from '#app/lib/durations.ts'
import type { Point } from '#app/lib/geo/point.ts'
import type { AddressResponse, FindAddresses } from '#app/platform/config/find-addresses.ts'
import { readGeocoderResponse } from './geocoder-responses.ts'

/** The timeout. Later responses are useless to members who are still typing. */
const TIMEOUT_MS = seconds(4)
/** Places rarely move, and providers request caching. */
const KEEP_MS = 24 * 60 * 60 * 1000
const MAX_CACHED = 1000
/** A request that would wait for more intervals than this is dropped, because the text has changed by then. */
const MAX_WAITING = 4
const MAX_RESULTS = 6
const MAX_BYTES = 1_000_000

interface GeocoderOptions {
  /** The search URL of a Photon, Nominatim or Pelias service, which its path distinguishes. It may contain a key. */
  url: string
  /** The maximum number of requests per second. The public Nominatim allows one. */
  perSecond: number
  /** Sent in the user agent, as providers require. */
  siteUrl: string
  warn(message: string, details: Record<string, unknown>): void
}

/** Creates a search with one provider, with a cache, a timeout and the provider's rate limit. */
export function createGeocoder({ url, perSecond, siteUrl, warn }: GeocoderOptions): FindAddresses {
  const cache = new Map<string, { answer: Promise<AddressResponse | undefined>; at: number }>()
  const waitTurn = createTurns(1000 / perSecond)

  const ask = async (asked: URL, language: string | undefined) => {
    if (!(await waitTurn())) return undefined
    const response = await fetch(asked, {
      headers: {
        accept: 'application/json',
        'user-agent': `Hereabouts (${siteUrl})`,
        'accept-language': language ?? 'en',
      },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`status ${response.status}`)
    const body = await response.text()
    if (body.length > MAX_BYTES) throw new Error('the response is too large')
    const { places, attribution } = readGeocoderResponse(JSON.parse(body))
    return { places: places.slice(0, MAX_RESULTS), attribution }
  }

  return async (typed, near, language) => {
    const asked = toRequest(url, typed, near, language)
    const key = `${language} ${asked}`
    const known = cache.get(key)
    if (known && Date.now() - known.at < KEEP_MS) return known.answer
    const answer = ask(asked, language).catch((error: unknown) => {
      warn('the geocoder does not respond', { host: asked.host, reason: String(error) })
      return undefined
    })
    cache.delete(key)
    cache.set(key, { answer, at: Date.now() })
    const [oldest] = cache.keys()
    if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest)
    // Failures are not cached.
    if ((await answer) === undefined) cache.delete(key)
    return answer
  }
}

/**
 * Returns a function that lets one caller through per interval. It resolves to false if too many callers are waiting.
 */
function createTurns(intervalMs: number): () => Promise<boolean> {
  let nextAt = 0
  return async () => {
    const now = Date.now()
    const waitMs = Math.max(0, nextAt - now)
    if (waitMs > MAX_WAITING * intervalMs) return false
    nextAt = now + waitMs + intervalMs
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    return true
  }
}

/** Returns the request in the format of the provider: `/search` for Nominatim, `/v1/…` for Pelias, otherwise Photon. */
function toRequest(url: string, typed: string, near: Point | undefined, language: string | undefined): URL {
  const asked = new URL(url)
  const set = (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) asked.searchParams.set(name, value)
  }
  // About a kilometre: enough to prefer nearby results, and coarse enough for the cache to be useful.
  const at = near && { lat: near.lat.toFixed(2), lng: near.lng.toFixed(2) }
  if (asked.pathname.includes('/v1/')) {
    set({
      text: typed,
      size: String(MAX_RESULTS),
      ...(at && { 'focus.point.lat': at.lat, 'focus.point.lon': at.lng }),
    })
  } else if (/\/search(?:\.php)?$/.test(asked.pathname)) {
    set({ q: typed, format: 'jsonv2', limit: String(MAX_RESULTS), ...(at && { viewbox: toBox(near) }) })
  } else {
    set({ q: typed, limit: String(MAX_RESULTS), ...(at && { lat: at.lat, lon: at.lng }) })
    if (language && ['en', 'de', 'fr'].includes(language)) set({ lang: language })
  }
  return asked
}

function toBox({ lng, lat }: Point): string {
  return [lng - 0.5, lat + 0.5, lng + 0.5, lat - 0.5].map((edge) => edge.toFixed(1)).join(',')
}
