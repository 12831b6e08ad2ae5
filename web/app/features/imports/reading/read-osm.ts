import { attributeToOsm } from './attribution.ts'
import { addTagged } from './osm-tags.ts'
import { createReading, type FileReading } from './read-place.ts'
import { readDegrees, toPoint } from './text/read-degrees.ts'
import { readXmlRecords, type XmlElement } from './xml-records.ts'

/** Reads the nodes with tags of an OpenStreetMap file. Nodes without tags are only corners of ways. */
export function readOsm(file: string, text: string): FileReading {
  const reading = createReading(file, 'OpenStreetMap XML')
  const isWhole = readXmlRecords(text, {
    root: 'osm',
    records: new Set(['node', 'way', 'relation']),
    others: new Set(),
    folders: new Set(),
    onRecord: (element) => addElement(reading, element),
    onOther: () => undefined,
  })
  if (!isWhole) reading.notes.push('The file is damaged. Everything that could be read is shown.')
  return reading
}

function addElement(reading: FileReading, element: XmlElement): void {
  const tags = new Map(
    element.children
      .filter(({ name }) => name === 'tag')
      .map(({ attributes }): [string, string] => [attributes.get('k') ?? '', attributes.get('v') ?? '']),
  )
  if (tags.size === 0) return
  const center = element.children.find(({ name }) => name === 'center')?.attributes ?? element.attributes
  if (element.name !== 'node' && !center.has('lat')) {
    reading.otherCount += 1
    return
  }
  const position = toPoint(readDegrees(center.get('lat') ?? ''), readDegrees(center.get('lon') ?? ''))
  addTagged(reading, tags, position, attributeToOsm(element.name, element.attributes.get('id') ?? ''))
}
