import * as v from 'valibot'
import { EXPORTED_COLUMNS, ExportedSpot } from '#app/features/spots/exports/exported-spot.ts'
import { findMergedSpot, MERGED_HEADERS, MERGED_STATUS } from '#app/features/spots/find-merged-spot.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'
import { missingResource } from '../plain-response.ts'
import type { ResourceCall } from '../resource-call.ts'
import { serveSet } from './set-file.ts'

/** Redirects to the file of the spot that this one was merged into. */
async function followMerge(
  supabase: Supabase,
  { id, format, siteUrl }: { id: string; format: string; siteUrl: string },
): Promise<Response> {
  const merged = await findMergedSpot(supabase, id)
  if (merged === null) return missingResource('There is no such spot.')
  const headers = { ...MERGED_HEADERS, location: `${siteUrl}/spot/${merged}.${format}` }
  return new Response(null, { status: MERGED_STATUS, headers })
}

/** Serves a spot as a download: `/spot/{id}.{format}`, for viewers who may see its page. */
export async function serveSpotFile(call: ResourceCall): Promise<Response> {
  const { parameters, settings, supabase } = call
  const { id = '', format = '' } = parameters
  const row = findData(await supabase().from('spots').select(EXPORTED_COLUMNS).eq('id', id).maybeSingle())
  if (!row) return followMerge(supabase(), { id, format, siteUrl: settings.siteUrl })
  const spot = v.parse(ExportedSpot, row)
  return serveSet(async () => ({ title: spot.title, pages: onePage(spot) }))(call)
}

async function* onePage(spot: ExportedSpot): AsyncGenerator<ExportedSpot[]> {
  yield [spot]
}
