import { categories } from '#app/features/categories/categories.ts'
import type { ExportedSpot, ExportHead } from './exported-spot.ts'
import { escapeXml, xmlElement } from './xml-text.ts'

/** Returns spots as waypoints of GPX 1.1. The elements are in the order of its schema. */
export function formatGpx(spots: ExportedSpot[], { title, siteName, siteUrl }: ExportHead): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<gpx version="1.1" creator="${escapeXml(siteName)}" xmlns="http://www.topografix.com/GPX/1/1">`,
    `<metadata>${xmlElement('name', title)}<link href="${escapeXml(siteUrl)}"/></metadata>`,
    ...spots.map((spot) => formatWaypoint(spot, siteUrl)),
    '</gpx>\n',
  ].join('\n')
}

function formatWaypoint(spot: ExportedSpot, siteUrl: string): string {
  const url = `${siteUrl}/spot/${spot.id}`
  return [
    `<wpt lat="${spot.lat}" lon="${spot.lng}">`,
    xmlElement('time', new Date(spot.updated_at).toISOString()),
    xmlElement('name', spot.title),
    xmlElement('desc', spot.description),
    `<link href="${escapeXml(url)}"/>`,
    xmlElement('type', categories[spot.category].name),
    '</wpt>',
  ].join('')
}
