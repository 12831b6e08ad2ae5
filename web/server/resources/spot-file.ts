import * as v from 'valibot'
import { isExportFormat } from '#app/features/spots/exports/export-formats.ts'
import { exportResponse } from '#app/features/spots/exports/export-response.ts'
import { EXPORTED_COLUMNS, ExportedSpot } from '#app/features/spots/exports/exported-spot.ts'
import { findMergedSpot, MERGED_HEADERS, MERGED_STATUS } from '#app/features/spots/find-merged-spot.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'
import { getSite } from '#app/platform/config/site-settings.server.ts'
import { missingResource, type ResourceCall } from './resource-call.ts'

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

/** A spot as a download: `/spot/{id}.geojson`, `.gpx` or `.kml`, for viewers who may see its page. */
export async function answerSpotFile({ parameters, settings, supabase }: ResourceCall): Promise<Response> {
  const { id = '', format = '' } = parameters
  if (!isExportFormat(format)) return missingResource('There is no such file.')
  const row = findData(await supabase().from('spots').select(EXPORTED_COLUMNS).eq('id', id).maybeSingle())
  if (!row) return followMerge(supabase(), { id, format, siteUrl: settings.siteUrl })
  const spot = v.parse(ExportedSpot, row)
  const { site_name: siteName } = await getSite(settings)
  const head = { title: spot.title, siteName, siteUrl: settings.siteUrl }
  return exportResponse([spot], { ...head, format, fileName: `${siteName}-${id}` })
}
