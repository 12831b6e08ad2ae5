/** The file formats for exporting spots, by extension. */
export const exportFormats = {
  geojson: { contentType: 'application/geo+json; charset=utf-8' },
  gpx: { contentType: 'application/gpx+xml; charset=utf-8' },
  kml: { contentType: 'application/vnd.google-earth.kml+xml; charset=utf-8' },
} as const

export type ExportFormat = keyof typeof exportFormats

/** Returns true if the extension names one of the formats. */
export function isExportFormat(ending: string): ending is ExportFormat {
  return Object.hasOwn(exportFormats, ending)
}
