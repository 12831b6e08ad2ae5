import { categories } from '#app/features/categories/categories.ts'
import { markClosed } from './closed-line.ts'
import { describeOrigin, type ExportedSpot, type ExportHead, getAuthorName, toSpotAddress } from './exported-spot.ts'
import type { SpotWriter } from './spot-writer.ts'
import { escapeXml, writeDegrees, xmlElement } from './xml-text.ts'

/** KML 2.2: spots as placemarks. */
export const kmlWriter: SpotWriter = createKmlWriter(() => [])

/** Creates a writer of placemarks that show the pictures with these paths. */
export function createKmlWriter(listPictures: (spot: ExportedSpot) => string[]): SpotWriter {
  return {
    begin: ({ title }) =>
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:atom="http://www.w3.org/2005/Atom"><Document>',
        `${xmlElement('name', title)}\n`,
      ].join('\n'),
    writeSpot: (spot, head) => writePlacemark(spot, head, listPictures(spot)),
    between: '\n',
    end: '\n</Document></kml>\n',
  }
}

function writePlacemark(spot: ExportedSpot, head: ExportHead, pictures: string[]): string {
  const author = getAuthorName(spot)
  return [
    `<Placemark id="spot-${escapeXml(spot.id)}">`,
    xmlElement('name', spot.title),
    author && `<atom:author>${xmlElement('atom:name', author)}</atom:author>`,
    `<atom:link href="${escapeXml(toSpotAddress(spot, head))}"/>`,
    xmlElement('address', spot.address),
    xmlElement('description', toHtml(spot, pictures)),
    '<ExtendedData>',
    writeData('category', spot.category, categories[spot.category].name),
    writeData('tags', spot.tags.join(',')),
    writeData('website', spot.website),
    writeData('note', spot.note),
    writeData('precision', spot.precision === 'area' ? 'area' : null),
    writeData('status', spot.status === 'closed' ? 'closed' : null),
    writeData('source', describeOrigin(spot, head)),
    writeData('file', spot.file?.name ?? null),
    '</ExtendedData>',
    `<Point><coordinates>${writeDegrees(spot.lng)},${writeDegrees(spot.lat)}</coordinates></Point>`,
    '</Placemark>',
  ].join('')
}

/** KML viewers read descriptions as HTML, so the author's text is escaped once for HTML and once for XML. */
function toHtml(spot: ExportedSpot, pictures: string[]): string {
  return [
    escapeXml(markClosed(spot)).replaceAll('\n', '<br>'),
    ...pictures.map((path) => `<br><img src="${escapeXml(path)}" width="480">`),
  ].join('')
}

function writeData(name: string, value: string | null, displayName?: string): string {
  return value
    ? `<Data name="${name}">${xmlElement('displayName', displayName ?? null)}${xmlElement('value', value)}</Data>`
    : ''
}
