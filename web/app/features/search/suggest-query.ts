import * as v from 'valibot'
import { categoryIds } from '#app/features/categories/categories.ts'
import { type Supabase, takeData } from '#app/lib/supabase.ts'

const Suggestion = v.variant('type', [
  v.object({
    type: v.literal('spot'),
    id: v.string(),
    slug: v.string(),
    title: v.string(),
    category: v.picklist(categoryIds),
    city: v.nullable(v.string()),
    country: v.nullable(v.string()),
    lng: v.number(),
    lat: v.number(),
  }),
  v.object({
    type: v.literal('city'),
    slug: v.string(),
    name: v.string(),
    region: v.nullable(v.string()),
    country: v.string(),
    lng: v.number(),
    lat: v.number(),
    population: v.number(),
  }),
  v.object({ type: v.literal('tag'), tag: v.string() }),
  v.object({ type: v.literal('story'), slug: v.string(), title: v.string(), author: v.nullable(v.string()) }),
])

export const Suggestions = v.array(Suggestion)

/** A suggested spot, city, tag or story. */
export type Suggestion = v.InferOutput<typeof Suggestion>

/** Lists at most ten suggestions and three stories; none for fewer than two letters. Nearby ones come first if a position is given. */
export async function listSuggestions(
  client: Supabase,
  typed: string,
  near?: { lng: number; lat: number },
  signal?: AbortSignal,
): Promise<Suggestion[]> {
  return v.parse(Suggestions, await listRawSuggestions(client, typed, near, signal))
}

/** Fetches the suggestions unparsed, for callers that only forward them. */
export async function listRawSuggestions(
  client: Supabase,
  typed: string,
  near?: { lng: number; lat: number },
  signal?: AbortSignal,
): Promise<unknown> {
  if (typed.trim().length < 2) return []
  const call = client.rpc('suggest', { q: typed.slice(0, 100), ...near })
  return takeData(await (signal ? call.abortSignal(signal) : call))
}
