import { addAt } from './create-place.ts'
import { createReading, type FileReading } from './read-place.ts'
import { readDegrees } from './text/read-degrees.ts'
import { findText, getText, listDescendants, readXmlRecords, type XmlElement } from './xml-records.ts'

/** The root elements of RSS 2.0, RSS 1.0 and Atom, in lower case as the caller finds them. */
export const FEED_ROOTS = new Map([
  ['rss', 'rss'],
  ['rdf', 'RDF'],
  ['feed', 'feed'],
])

/** Reads the entries of an RSS or Atom feed that have a position of GeoRSS or of the W3C's "geo" vocabulary. */
export function readFeed(file: string, text: string, root: string): FileReading {
  const reading = createReading(file, 'GeoRSS')
  const isWhole = readXmlRecords(text, {
    root,
    records: new Set(['item', 'entry']),
    others: new Set(),
    folders: new Set(),
    onRecord: (entry) => addEntry(reading, entry),
    onOther: () => undefined,
  })
  if (!isWhole) reading.notes.push('The file is damaged. Everything that could be read is shown.')
  if (reading.places.length === 0 && reading.otherCount > 0)
    reading.notes.push('It is a feed whose entries have no positions.')
  return reading
}

function addEntry(reading: FileReading, entry: XmlElement): void {
  const title = findText(entry, 'title')
  const pair = findPair(entry)
  if (!pair) {
    reading.otherCount += 1
    return
  }
  const categories = entry.children.filter(({ name }) => name === 'category' || name === 'subject')
  const tags = categories.map((category) => category.attributes.get('term') ?? getText(category).trim())
  const description = findText(entry, 'description', 'summary', 'content', 'encoded')
  const source = { title, description, website: findLink(entry), sourceCategory: tags[0] ?? '', tags }
  addAt(reading, source, readDegrees(pair[0] ?? ''), readDegrees(pair[1] ?? ''))
}

/** Finds the latitude and longitude of an entry. GeoRSS and GML write the latitude first, in Atom as well. */
function findPair(entry: XmlElement): string[] | undefined {
  const written = ['point', 'pos'].flatMap((name) => listDescendants(entry, name)).map((element) => getText(element))
  const pair = written.map((text) => text.trim().split(/[\s,]+/)).find(({ length }) => length >= 2)
  if (pair) return pair
  const [lat, lng] = [['lat'], ['long', 'lon']].map(
    (names) => names.flatMap((name) => listDescendants(entry, name)).map(getText)[0],
  )
  return lat && lng ? [lat, lng] : undefined
}

/** Returns the page of an entry. Atom also links to the entry itself and to files. */
function findLink(entry: XmlElement): string {
  const links = entry.children.filter(({ name }) => name === 'link')
  const page = links.find(({ attributes }) => (attributes.get('rel') ?? 'alternate') === 'alternate')
  return page?.attributes.get('href') ?? findText(entry, 'link')
}
