/** The files that spots can be taken along as, by their endings. */
export const exportFormats = {
  geojson: { contentType: 'application/geo+json; charset=utf-8' },
  gpx: { contentType: 'application/gpx+xml; charset=utf-8' },
  kml: { contentType: 'application/vnd.google-earth.kml+xml; charset=utf-8' },
} as const

export type ExportFormat = keyof typeof exportFormats

/** Whether an ending from outside names one of the formats. */
export function isExportFormat(ending: string): ending is ExportFormat {
  return Object.hasOwn(exportFormats, ending)
}
