import { type ExportFormat, exportFormats } from './export-formats.ts'
import type { ExportedSpot, ExportHead } from './exported-spot.ts'
import { formatGeoJson } from './format-geojson.ts'
import { formatGpx } from './format-gpx.ts'
import { formatKml } from './format-kml.ts'

const formatters: Record<ExportFormat, (spots: ExportedSpot[], head: ExportHead) => string> = {
  geojson: formatGeoJson,
  gpx: formatGpx,
  kml: formatKml,
}

/** Returns spots as a download. Its content depends on the viewer, so shared caches must not store it. */
export function exportResponse(
  spots: ExportedSpot[],
  { format, fileName, ...head }: ExportHead & { format: ExportFormat; fileName: string },
): Response {
  return new Response(formatters[format](spots, head), {
    headers: {
      'content-type': exportFormats[format].contentType,
      'content-disposition': `attachment; filename="${toFileName(fileName)}.${format}"`,
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    },
  })
}

/** Returns a file name that is valid in every file system and safe in a header. */
function toFileName(name: string): string {
  return (
    name
      .replace(/[^a-z0-9]+/gi, '-')
      .replace(/^-/, '')
      .slice(0, 80) || 'spots'
  )
}
