import * as v from 'valibot'
import { type Supabase, takeData } from '#app/lib/supabase.ts'

const FoundCity = v.object({
  type: v.literal('city'),
  slug: v.string(),
  name: v.string(),
  region: v.nullable(v.string()),
  country: v.string(),
})

/** A city that a story can belong to. */
export type FoundCity = v.InferOutput<typeof FoundCity>

/** Finds cities by the start of their name, the best first. Returns none for fewer than two letters. */
export async function findCities(client: Supabase, typed: string, signal?: AbortSignal): Promise<FoundCity[]> {
  if (typed.trim().length < 2) return []
  const call = client.rpc('suggest', { q: typed.slice(0, 100).toWellFormed() })
  const found = v.parse(
    v.array(v.looseObject({ type: v.string() })),
    takeData(await (signal ? call.abortSignal(signal) : call)),
  )
  return found.flatMap((entry) => (v.is(FoundCity, entry) ? [entry] : []))
}

/**
 * Returns the slug of the city in a form, which contains its slug or, without JavaScript, the typed name. If several
 * cities have the name, the largest is returned. Returns null if there is none.
 */
export async function resolveCity(client: Supabase, typed: string): Promise<string | null> {
  const known = takeData(await client.from('cities').select('slug').eq('slug', typed.trim().toLowerCase()))
  if (known[0]) return known[0].slug
  const cities = await findCities(client, typed)
  return cities.find(({ name }) => isSameName(name, typed.trim()))?.slug ?? null
}

/** Returns true for two spellings of a name that differ only in case and accents. */
export function isSameName(a: string, b: string): boolean {
  return new Intl.Collator('en', { sensitivity: 'base' }).compare(a, b) === 0
}
