import * as v from 'valibot'
import { parsePosition } from '#app/lib/geo/parse-position.ts'
import { type Supabase, takeData } from '#app/lib/supabase.ts'
import { type Suggestion, Suggestions } from './suggestion.ts'

/** The context of suggestions besides the text. */
export interface SuggestContext {
  /** Places near it come first. */
  near?: { lng: number; lat: number } | undefined
  /** Names in this language come before those in others. A BCP 47 tag without region. */
  language?: string | undefined
  signal?: AbortSignal | undefined
}

/**
 * Lists at most ten suggestions and three stories, the best first. For coordinates, the suggestion is their position.
 */
export async function listSuggestions(
  client: Supabase,
  typed: string,
  context: SuggestContext = {},
): Promise<Suggestion[]> {
  return v.parse(Suggestions, await listRawSuggestions(client, typed, context))
}

/** Fetches the suggestions unparsed, for callers that only forward them. */
export async function listRawSuggestions(
  client: Supabase,
  typed: string,
  { near, language, signal }: SuggestContext = {},
): Promise<unknown> {
  if (typed.trim() === '') return []
  const position = parsePosition(typed)
  if (position.kind === 'point') return [{ type: 'position', ...position.point }]
  const call = client.rpc('suggest', { q: typed.slice(0, 100).toWellFormed(), ...near, ...(language && { language }) })
  return takeData(await (signal ? call.abortSignal(signal) : call))
}
