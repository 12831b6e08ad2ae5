import { categories } from '#app/features/categories/categories.ts'
import type { ExportedSpot, ExportHead } from './exported-spot.ts'
import { escapeXml, xmlElement } from './xml-text.ts'

/** Returns spots as placemarks of KML 2.2. */
export function formatKml(spots: ExportedSpot[], { title, siteUrl }: ExportHead): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:atom="http://www.w3.org/2005/Atom"><Document>',
    xmlElement('name', title),
    ...spots.map((spot) => formatPlacemark(spot, siteUrl)),
    '</Document></kml>\n',
  ].join('\n')
}

function formatPlacemark(spot: ExportedSpot, siteUrl: string): string {
  return [
    `<Placemark id="${escapeXml(spot.id)}">`,
    xmlElement('name', spot.title),
    `<atom:link href="${escapeXml(`${siteUrl}/spot/${spot.id}`)}"/>`,
    xmlElement('address', spot.address),
    // KML viewers read descriptions as HTML. Escaping twice keeps the author's text.
    xmlElement('description', escapeXml(spot.description)),
    `<ExtendedData><Data name="kind">${xmlElement('value', categories[spot.category].name)}</Data></ExtendedData>`,
    `<Point><coordinates>${spot.lng},${spot.lat}</coordinates></Point>`,
    '</Placemark>',
  ].join('')
}
