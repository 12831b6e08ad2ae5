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

/** Spots as a file to download. It depends on who asks, so no cache that others share may keep it. */
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

/** A name that every file system takes, and no header is broken by. */
function toFileName(name: string): string {
  return name.replace(/[^a-z0-9-]+/gi, '-').slice(0, 80) || 'spots'
}
