import { addAt } from './create-place.ts'
import { createReading, type FileReading } from './read-place.ts'
import { readDegrees } from './text/read-degrees.ts'
import { findText, readXmlRecords, type XmlElement } from './xml-records.ts'

/** Reads the waypoints of a LOC file, as Geocaching sites export them. */
export function readLoc(file: string, text: string): FileReading {
  const reading = createReading(file, 'LOC')
  const isWhole = readXmlRecords(text, {
    root: 'loc',
    records: new Set(['waypoint']),
    others: new Set(),
    folders: new Set(),
    onRecord: (waypoint) => addWaypoint(reading, waypoint),
    onOther: () => undefined,
  })
  if (!isWhole) reading.notes.push('The file is damaged. Everything that could be read is shown.')
  return reading
}

function addWaypoint(reading: FileReading, waypoint: XmlElement): void {
  const code = waypoint.children.find(({ name }) => name === 'name')?.attributes.get('id') ?? ''
  const title = findText(waypoint, 'name') || code
  const coordinates = waypoint.children.find(({ name }) => name === 'coord')?.attributes
  const [lat, lng] = ['lat', 'lon'].map((name) => readDegrees(coordinates?.get(name) ?? ''))
  addAt(reading, { title, website: findText(waypoint, 'link'), sourceCategory: findText(waypoint, 'type') }, lat, lng)
}
