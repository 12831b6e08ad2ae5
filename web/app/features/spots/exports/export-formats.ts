/** The file formats for exporting spots, by extension. */
export const exportFormats = {
  gpx: { name: 'GPX', use: 'For GPS devices and OsmAnd', contentType: 'application/gpx+xml; charset=utf-8' },
  kml: {
    name: 'KML',
    use: 'For Google Earth and My Maps',
    contentType: 'application/vnd.google-earth.kml+xml; charset=utf-8',
  },
  kmz: { name: 'KMZ with photos', use: 'For Google Earth', contentType: 'application/vnd.google-earth.kmz' },
  geojson: { name: 'GeoJSON', use: 'For programs', contentType: 'application/geo+json; charset=utf-8' },
  csv: { name: 'CSV', use: 'For spreadsheets', contentType: 'text/csv; charset=utf-8; header=present' },
} as const

export type ExportFormat = keyof typeof exportFormats

/** All formats, in the order of menus. */
export const exportFormatIds = Object.keys(exportFormats) as ExportFormat[]

/** Returns true if the extension is that of a format. */
export function isExportFormat(ending: string): ending is ExportFormat {
  return Object.hasOwn(exportFormats, ending)
}
