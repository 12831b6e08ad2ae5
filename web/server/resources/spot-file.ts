import * as v from 'valibot'
import { isExportFormat } from '#app/features/spots/exports/export-formats.ts'
import { exportResponse } from '#app/features/spots/exports/export-response.ts'
import { EXPORTED_COLUMNS, ExportedSpot } from '#app/features/spots/exports/exported-spot.ts'
import { findData } from '#app/lib/supabase.ts'
import { missingResource, type ResourceCall } from './resource-call.ts'

/** A spot as a download: `/spot/{id}.geojson`, `.gpx` or `.kml`, for viewers who may see its page. */
export async function answerSpotFile({ parameters, settings, supabase }: ResourceCall): Promise<Response> {
  const { id = '', format = '' } = parameters
  if (!isExportFormat(format)) return missingResource('There is no such file.')
  const row = findData(await supabase().from('spots').select(EXPORTED_COLUMNS).eq('id', id).maybeSingle())
  if (!row) return missingResource('There is no such spot.')
  const spot = v.parse(ExportedSpot, row)
  return exportResponse([spot], { format, fileName: `hereabouts-${id}`, title: spot.title, siteUrl: settings.siteUrl })
}
