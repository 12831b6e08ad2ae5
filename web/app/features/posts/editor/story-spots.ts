import * as v from 'valibot'
import { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { takeData } from '#app/lib/supabase.ts'
import { getBrowserClient } from '#app/platform/session/browser-client.ts'

const FoundSpot = v.object({
  ...SpotSummary.entries,
  /** A list of the member that contains the spot. */
  list: v.nullable(v.string()),
  distance_meters: v.nullable(v.number()),
})

/** A spot that can be inserted into the story. */
export type FoundSpot = v.InferOutput<typeof FoundSpot>

/** Finds spots by text. Without text, returns the member's own, saved and nearby spots. */
export async function findStorySpots(
  q: string,
  near: { lng: number; lat: number } | undefined,
  signal: AbortSignal,
): Promise<FoundSpot[]> {
  const client = await getBrowserClient()
  const response = await client
    .rpc('find_story_spots', { q: q.slice(0, 100).toWellFormed(), ...(near && { lng: near.lng, lat: near.lat }) })
    .abortSignal(signal)
  return v.parse(v.array(FoundSpot), takeData(response))
}

/** Returns the spots with these ids, as far as the member may see them. */
export async function fetchSpots(ids: string[]): Promise<SpotSummary[]> {
  const client = await getBrowserClient()
  return v.parse(v.array(SpotSummary), takeData(await client.rpc('story_spots', { ids })))
}
