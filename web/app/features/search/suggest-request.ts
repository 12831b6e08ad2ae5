import * as v from 'valibot'
import { type Suggestion, Suggestions } from './suggestion.ts'

const Near = v.strictTuple([
  v.pipe(v.string(), v.regex(/^-?\d+(\.\d+)?$/), v.transform(Number), v.minValue(-180), v.maxValue(180)),
  v.pipe(v.string(), v.regex(/^-?\d+(\.\d+)?$/), v.transform(Number), v.minValue(-90), v.maxValue(90)),
])

/** The text typed so far and a position nearby, if any. An invalid position is ignored. */
export interface SuggestRequest {
  typed: string
  near?: { lng: number; lat: number }
}

/** Parses a request for suggestions: `q` and `near=lng,lat`. */
export function parseSuggestRequest(parameters: URLSearchParams): SuggestRequest {
  const typed = parameters.get('q') ?? ''
  const near = v.safeParse(Near, parameters.get('near')?.split(','))
  return near.success ? { typed, near: { lng: near.output[0], lat: near.output[1] } } : { typed }
}

/** Fetches suggestions from the web server, in the browser. Throws on failure. */
export async function fetchSuggestions({ typed, near }: SuggestRequest, signal: AbortSignal): Promise<Suggestion[]> {
  const parameters = new URLSearchParams({ q: typed })
  if (near) parameters.set('near', `${near.lng},${near.lat}`)
  // Not part of the first bundle: loaded with the first letters typed.
  const { getHttp } = await import('#app/platform/http/http-client.ts')
  return v.parse(Suggestions, await getHttp()(`/explore/suggestions.json?${parameters}`, { signal }))
}
