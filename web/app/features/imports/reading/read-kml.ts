import { unmarkClosed } from '#app/features/spots/exports/closed-line.ts'
import { decodeEntities } from '#app/lib/format/html-entities.ts'
import { isPhotoFile } from './archive/photo-name.ts'
import { readAttribution } from './attribution.ts'
import { addAt, createPlace, type PlaceSource } from './create-place.ts'
import { describeByProperties } from './place-properties.ts'
import { createReading, type FileReading, type NamedPicture } from './read-place.ts'
import { toPropertyBag } from './text/property-bag.ts'
import { readDegrees } from './text/read-degrees.ts'
import { findText, getText, listDescendants, readXmlRecords, type XmlElement } from './xml-records.ts'

const RECORDS = new Set(['Placemark'])
const OTHERS = new Set(['GroundOverlay', 'ScreenOverlay', 'PhotoOverlay', 'NetworkLink', 'Style', 'StyleMap'])
const FOLDERS = new Set(['Folder', 'Document'])
const SHAPES = ['LineString', 'LinearRing', 'Polygon', 'Track', 'MultiTrack', 'Model']
const LINK_ONLY = 'It contains only a link to an online map. Export it again without “keep data up to date”.'

/** Reads the placemarks of a KML file: Google My Maps and Earth, Organic Maps and others. Never follows links. */
export function readKml(file: string, text: string): FileReading {
  const reading = createReading(file, 'KML')
  let linkCount = 0
  const isWhole = readXmlRecords(text, {
    root: 'kml',
    records: RECORDS,
    others: OTHERS,
    folders: FOLDERS,
    onRecord: (placemark, folder) => addPlacemark(reading, placemark, folder),
    onOther: (name) => {
      if (name === 'NetworkLink') linkCount += 1
    },
  })
  if (!isWhole) reading.notes.push('The file is damaged. Everything that could be read is shown.')
  if (linkCount > 0 && reading.places.length === 0) reading.notes.push(LINK_ONLY)
  return reading
}

function addPlacemark(reading: FileReading, placemark: XmlElement, folder: string): void {
  const source = describe(placemark, folder)
  const coordinates = listDescendants(placemark, 'Point').map((point) => findText(point, 'coordinates'))[0]
  if (coordinates === undefined) {
    const hasShape = SHAPES.some((name) => listDescendants(placemark, name).length > 0)
    if (!hasShape && (source.address || source.title)) reading.places.push(createPlace(source, null))
    else reading.otherCount += 1
    return
  }
  const [lng, lat] = coordinates
    .trim()
    .split(/\s*,\s*|\s+/)
    .map(readDegrees)
  addAt(reading, source, lat, lng)
}

function describe(placemark: XmlElement, folder: string): PlaceSource {
  const data: Record<string, string> = {}
  for (const field of [...listDescendants(placemark, 'Data'), ...listDescendants(placemark, 'SimpleData')]) {
    data[field.attributes.get('name') ?? ''] = field.name === 'Data' ? findText(field, 'value') : getText(field)
  }
  const source = describeByProperties(toPropertyBag(data))
  const types = listDescendants(placemark, 'featureTypes').flatMap(({ children }) => children.map(getText))
  return {
    title: findText(placemark, 'name') || findOrganicName(placemark) || (source.title ?? ''),
    description: unmarkClosed({
      status: data.status ?? '',
      description: findText(placemark, 'description', 'Snippet') || (source.description ?? ''),
    }),
    address: findText(placemark, 'address') || (source.address ?? ''),
    website: source.website ?? '',
    sourceCategory: types[0] ?? source.sourceCategory ?? '',
    tags: source.tags ?? [],
    list: folder,
    attribution: readAttribution(data.source ?? ''),
    details: source.details,
    pictures: [...listImages(placemark), ...(source.pictures ?? [])],
  }
}

/** Organic Maps writes the name of a bookmark in each language, and the user's own name as `customName`. */
function findOrganicName(placemark: XmlElement): string {
  const names = ['customName', 'name'].flatMap((name) => listDescendants(placemark, name))
  return names.map((name) => findText(name, 'lang')).find(Boolean) ?? ''
}

const IMAGE = /<img\b[^<>]{0,2000}>/gi
const ATTRIBUTE = /\b(src|alt)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gi

/** Lists the images in the HTML of a description, and those of Google Earth. */
function listImages(placemark: XmlElement): NamedPicture[] {
  const elements = listDescendants(placemark, 'img').map(({ attributes }) => ({
    name: attributes.get('src') ?? '',
    alt: attributes.get('alt') ?? '',
  }))
  const html = findText(placemark, 'description').match(IMAGE) ?? []
  const carousel = listDescendants(placemark, 'ImageUrl').map((url) => ({ name: getText(url).trim(), alt: '' }))
  return [...html.map(readImage), ...elements, ...carousel].filter(({ name }) => isPhotoFile(name))
}

function readImage(tag: string): NamedPicture {
  const found = new Map<string, string>()
  for (const [, name = '', ...values] of tag.matchAll(ATTRIBUTE)) {
    found.set(name.toLowerCase(), decodeEntities(values.find((value) => value !== undefined) ?? ''))
  }
  return { name: found.get('src') ?? '', alt: found.get('alt') ?? '' }
}
