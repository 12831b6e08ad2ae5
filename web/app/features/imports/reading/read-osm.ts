import { attributeToOsm } from './attribution.ts'
import { findCenter } from './osm-elements.ts'
import { addTagged, isPlace } from './osm-tags.ts'
import { createReading, type FileReading } from './read-place.ts'
import { readDegrees, toPoint } from './text/read-degrees.ts'
import { readXmlRecords, type XmlElement } from './xml-records.ts'

/**
 * Reads the nodes with tags of an OpenStreetMap file, and the areas of buildings, parks and the like by their centre.
 * Nodes without tags are only corners of ways.
 */
export function readOsm(file: string, text: string): FileReading {
  const reading = createReading(file, 'OpenStreetMap XML')
  const nodes: Nodes = new Map()
  const isWhole = readXmlRecords(text, {
    root: 'osm',
    records: new Set(['node', 'way', 'relation']),
    others: new Set(),
    folders: new Set(),
    onRecord: (element) => addElement(reading, element, nodes),
    onOther: () => undefined,
  })
  if (!isWhole) reading.notes.push('The file is damaged. Everything that could be read is shown.')
  return reading
}

type Nodes = Map<string, readonly [lat: number, lng: number]>

function addElement(reading: FileReading, element: XmlElement, nodes: Nodes): void {
  const { name, attributes, children } = element
  const tags = new Map(
    children
      .filter((child) => child.name === 'tag')
      .map((tag): [string, string] => [tag.attributes.get('k') ?? '', tag.attributes.get('v') ?? '']),
  )
  const center = children.find((child) => child.name === 'center')?.attributes ?? attributes
  const [lat, lng] = [center.get('lat'), center.get('lon')].map((text) => readDegrees(text ?? ''))
  // Files list the nodes before the ways.
  if (name === 'node' && lat !== undefined && lng !== undefined) nodes.set(attributes.get('id') ?? '', [lat, lng])
  if (tags.size === 0) return
  const ring = children
    .filter((child) => child.name === 'nd')
    .map((corner) => nodes.get(corner.attributes.get('ref') ?? ''))
  const found = center.has('lat') || !isPlace(tags) ? [lat, lng] : (findCenter(ring) ?? [])
  if (name !== 'node' && found[0] === undefined) reading.otherCount += 1
  else addTagged(reading, tags, toPoint(found[0], found[1]), attributeToOsm(name, attributes.get('id') ?? ''))
}
