import { listSuggestions } from '#app/features/search/suggest-query.ts'
import { parseSuggestRequest } from '#app/features/search/suggest-request.ts'
import type { Point } from '#app/lib/geo/point.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import { findNamesLanguage } from '#app/platform/names-language.ts'
import { splitCity } from '../geocoder/address-search.ts'
import { jsonResponse } from './json-response.ts'
import type { ResourceCall } from './resource-call.ts'

const MIN_LETTERS = 3
const MAX_LETTERS = 200

/**
 * Addresses and streets that match the typed text, for members: `/submit/addresses.json?q=…&near=lng,lat`. "Via Roma,
 * Florence" is searched around the city.
 */
export async function serveAddresses({ request, settings, supabase }: ResourceCall): Promise<Response> {
  const { typed, near } = parseSuggestRequest(new URL(request.url).searchParams)
  const { data } = await supabase().auth.getClaims()
  // Otherwise anonymous clients could use up the provider's quota.
  if (!data?.claims) return jsonResponse({ code: 'not_signed_in', message: 'Sign in to search for addresses.' }, 401)
  const text = typed.trim().slice(0, MAX_LETTERS)
  if (text.length < MIN_LETTERS || !settings.findAddresses) return jsonResponse({ places: [], attribution: '' })
  const language = findNamesLanguage(request.headers)
  const place = await findNamedPlace(supabase(), text)
  const found = await settings.findAddresses(text, place ?? near, language)
  return jsonResponse(found ?? { places: [], attribution: '' })
}

/** Returns the city after the last comma, if there is one. */
async function findNamedPlace(client: Supabase, text: string): Promise<Point | undefined> {
  const { city } = splitCity(text)
  if (!city) return undefined
  const [best] = await listSuggestions(client, city)
  return best?.type === 'city' ? { lng: best.lng, lat: best.lat } : undefined
}
