import { isCategoryId } from '#app/features/categories/categories.ts'
import { unmarkClosed } from '#app/features/spots/exports/closed-line.ts'
import { isPhotoFile } from './archive/photo-name.ts'
import { readAttribution } from './attribution.ts'
import { addAt } from './create-place.ts'
import { readOwnDetails } from './own-details.ts'
import { createReading, type FileReading, type NamedPicture } from './read-place.ts'
import { readDegrees } from './text/read-degrees.ts'
import { findText, getText, listDescendants, readXmlRecords, type XmlElement } from './xml-records.ts'

const RECORDS = new Set(['wpt'])
const OTHERS = new Set(['trk', 'rte'])

/** Reads the waypoints of a GPX file, with the groups and icons of OsmAnd and the categories of Garmin. */
export function readGpx(file: string, text: string): FileReading {
  const reading = createReading(file, 'GPX')
  const hasGroups = /\bcreator=["']OsmAnd/i.test(text.slice(0, 2000))
  const isWhole = readXmlRecords(text, {
    root: 'gpx',
    records: RECORDS,
    others: OTHERS,
    folders: new Set(),
    onRecord: (waypoint) => addWaypoint(reading, waypoint, hasGroups),
    onOther: () => {
      reading.otherCount += 1
    },
  })
  if (!isWhole) reading.notes.push('The file is damaged. Everything that could be read is shown.')
  if (reading.places.length === 0 && reading.otherCount > 0) {
    reading.notes.push('It has tracks or routes, but no places.')
  }
  return reading
}

function addWaypoint(reading: FileReading, waypoint: XmlElement, hasGroups: boolean): void {
  const title = findText(waypoint, 'name')
  const [lat, lng] = ['lat', 'lon'].map((name) => readDegrees(waypoint.attributes.get(name) ?? ''))
  const group = findText(waypoint, 'type')
  const [icon, garmin, category = '', address, garminAddress, website, tags, status = '', precision] = [
    ...['icon', 'Category', 'category', 'address', 'Address', 'website', 'tags', 'status', 'precision'],
  ].map((name) => listDescendants(waypoint, name).map(getText).join(' '))
  // In our own exports the link is the page of the spot, and its website is in an extension.
  const own = isCategoryId(category) ? category : ''
  const link = own ? website : findLink(waypoint)
  const description = own
    ? unmarkClosed({ status, description: findText(waypoint, 'desc') })
    : joinTexts(findText(waypoint, 'desc'), findText(waypoint, 'cmt'))
  addAt(
    reading,
    {
      title,
      description,
      address: address || garminAddress || '',
      website: link ?? '',
      tags: tags?.split(',') ?? [],
      sourceCategory: icon || own || nameCategory(garmin ?? '', findText(waypoint, 'sym') || group),
      // OsmAnd writes the group of a favourite as its type.
      list: icon || hasGroups ? group : '',
      pictures: listLinks(waypoint),
      attribution: own ? readAttribution(findText(waypoint, 'src')) : undefined,
      details: readOwnDetails(own, { status, precision, access: undefined }),
    },
    lat,
    lng,
  )
}

/** Joins two texts, unless one repeats the other. Many programs write the same comment twice. */
function joinTexts(text: string, other: string): string {
  if (text.includes(other)) return text
  return other.includes(text) ? other : `${text}\n${other}`
}

/** Garmin's categories are free text, so the symbol may be more specific. */
function nameCategory(chosen: string, symbol: string): string {
  return chosen && symbol && chosen !== symbol ? `${chosen} ${symbol}` : chosen || symbol
}

/** Lists the linked files that are photos, which trip planners save beside the GPX file. */
function listLinks(waypoint: XmlElement): NamedPicture[] {
  return listDescendants(waypoint, 'link')
    .map((link) => ({ name: link.attributes.get('href') ?? '', alt: findText(link, 'text') }))
    .filter(({ name }) => isPhotoFile(name))
}

function findLink(waypoint: XmlElement): string {
  const link = waypoint.children.find((child) => child.name === 'link')?.attributes.get('href')
  return link ?? findText(waypoint, 'url')
}
