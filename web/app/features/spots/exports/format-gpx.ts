import { categories } from '#app/features/categories/categories.ts'
import { markClosed } from './closed-line.ts'
import { describeOrigin, type ExportedSpot, type ExportHead, LICENSE, toSpotAddress } from './exported-spot.ts'
import type { SpotWriter } from './spot-writer.ts'
import { escapeXml, writeDegrees, xmlElement } from './xml-text.ts'

/** The namespace of elements for data that GPX has no element for. */
const NAMESPACE = 'urn:hereabouts:spot:1'

/** GPX 1.1: spots as waypoints. The elements are in the order of its schema. */
export const gpxWriter: SpotWriter = {
  begin: ({ title, siteName, siteUrl }) =>
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<gpx version="1.1" creator="${escapeXml(siteName)}" xmlns="http://www.topografix.com/GPX/1/1" xmlns:spot="${NAMESPACE}">`,
      `<metadata>${xmlElement('name', title)}<copyright author="${escapeXml(siteName)}">` +
        `${xmlElement('license', LICENSE.url)}</copyright><link href="${escapeXml(siteUrl)}"/></metadata>\n`,
    ].join('\n'),
  writeSpot: writeWaypoint,
  between: '\n',
  end: '\n</gpx>\n',
}

function writeWaypoint(spot: ExportedSpot, head: ExportHead): string {
  const page = toSpotAddress(spot, head)
  return [
    // GPX has no longitude of 180 degrees.
    `<wpt lat="${writeDegrees(spot.lat)}" lon="${writeDegrees(spot.lng === 180 ? -180 : spot.lng)}">`,
    xmlElement('time', new Date(spot.updated_at).toISOString()),
    xmlElement('name', spot.title),
    xmlElement('cmt', spot.note),
    xmlElement('desc', markClosed(spot)),
    xmlElement('src', describeOrigin(spot, head)),
    `<link href="${escapeXml(page)}"/>`,
    xmlElement('type', categories[spot.category].name),
    '<extensions>',
    xmlElement('spot:category', spot.category),
    xmlElement('spot:tags', spot.tags.join(',')),
    xmlElement('spot:address', spot.address),
    xmlElement('spot:website', spot.website),
    xmlElement('spot:file', spot.file?.name ?? null),
    spot.precision === 'area' ? xmlElement('spot:precision', spot.precision) : '',
    spot.status === 'closed' ? xmlElement('spot:status', spot.status) : '',
    '</extensions></wpt>',
  ].join('')
}
