import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { SpotSummary } from '#app/features/spots/spot-summary.ts'
import type { Point } from '#app/lib/geo/point.ts'
import { findData, takeData } from '#app/lib/supabase.ts'
import { getBrowserClient } from '#app/platform/session/browser-client.ts'

const Duplicates = v.array(v.object({ ...SpotSummary.entries, distance_meters: v.number() }))
const City = v.nullable(v.object({ name: v.string() }))

/** An existing spot that may be the same place. */
export type Duplicate = v.InferOutput<typeof Duplicates>[number]

interface PinNotes {
  cityName: string | undefined
  duplicates: Duplicate[]
}

const NOTHING: PinNotes = { cityName: undefined, duplicates: [] }
const REST_MS = 350

/** Loads the city of a resting pin and its possible duplicates. Returns nothing when offline. */
export function usePinNotes(point: Point | undefined, title: string): PinNotes {
  const [notes, setNotes] = useState<PinNotes>(NOTHING)
  const [lng, lat] = [point?.lng, point?.lat]
  useEffect(() => {
    if (lng === undefined || lat === undefined) return setNotes(NOTHING)
    const controller = new AbortController()
    const timer = setTimeout(() => {
      fetchPinNotes({ lng, lat }, title, controller.signal)
        .then(setNotes)
        // Optional information; the form works without it.
        .catch(() => controller.signal.aborted || setNotes(NOTHING))
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [lng, lat, title])
  return notes
}

async function fetchPinNotes({ lng, lat }: Point, title: string, signal: AbortSignal): Promise<PinNotes> {
  const client = await getBrowserClient()
  const [duplicates, city] = await Promise.all([
    client.rpc('list_nearby_duplicates', { lng, lat, title }).abortSignal(signal),
    client.rpc('find_nearest_city', { lng, lat }).abortSignal(signal),
  ])
  return { cityName: v.parse(City, findData(city))?.name, duplicates: v.parse(Duplicates, takeData(duplicates)) }
}
