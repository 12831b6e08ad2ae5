import { parsePosition } from '#app/lib/geo/parse-position.ts'
import { createPlace, type PlaceSource } from './create-place.ts'
import { createReading, type FileReading } from './read-place.ts'
import { type ContentLine, listComponents, splitValue, unescapeValue } from './text/content-lines.ts'
import { readDegrees, toPoint } from './text/read-degrees.ts'

const NO_ADDRESS = 'Its entries have neither a position nor an address.'

/**
 * Reads the contacts of a vCard file and the events of an iCalendar file that have a position, a link to a map, or an
 * address. Of a contact only the name, the address, the note, the website and the categories are read.
 */
export function readCards(file: string, text: string): FileReading {
  const isCalendar = /^\s*BEGIN:VCALENDAR/i.test(text)
  const reading = createReading(file, isCalendar ? 'iCalendar' : 'vCard')
  for (const lines of listComponents(text, isCalendar ? 'VEVENT' : 'VCARD')) addCard(reading, lines)
  if (reading.places.length + reading.unreadable.length === 0 && reading.otherCount > 0) reading.notes.push(NO_ADDRESS)
  return reading
}

function addCard(reading: FileReading, lines: ContentLine[]): void {
  const list = (...names: string[]) => lines.filter(({ name }) => names.includes(name))
  const find = (...names: string[]) =>
    names.flatMap((name) => list(name).map(({ value }) => unescapeValue(value).trim())).find(Boolean) ?? ''
  const links = list('URL').map(({ value }) => unescapeValue(value).trim())
  const fromLink = links.map((link) => parsePosition(link)).find(({ kind }) => kind === 'point')
  const source: PlaceSource = {
    title:
      find('FN', 'SUMMARY') ||
      joinName(list('N')[0]?.value ?? '') ||
      splitValue(list('ORG')[0]?.value ?? '').join(', '),
    description: find('NOTE', 'DESCRIPTION'),
    address: joinAddress(list('ADR')[0]?.value ?? '') || find('LABEL', 'LOCATION'),
    website: links.find((link) => parsePosition(link).kind !== 'point') ?? '',
    tags: list('CATEGORIES').flatMap(({ value }) => splitValue(value, ',')),
  }
  // Apple's calendars keep the position beside the address.
  const written = find('GEO', 'X-APPLE-STRUCTURED-LOCATION') || (list('ADR')[0]?.parameters.get('GEO') ?? '')
  const position = written ? readGeo(written) : fromLink?.kind === 'point' && { point: fromLink.point }
  if (position && 'reason' in position) reading.unreadable.push({ title: source.title ?? '', reason: position.reason })
  else if (position) reading.places.push(createPlace(source, position.point))
  else if (source.address) reading.places.push(createPlace(source, null))
  else reading.otherCount += 1
}

/** Reads "45.1;7.7", as vCard 3 and iCalendar have it, and "geo:45.1,7.7" of vCard 4. */
function readGeo(text: string): ReturnType<typeof toPoint> {
  const link = /^geo:/i.test(text) ? parsePosition(text.toLowerCase()) : undefined
  if (link?.kind === 'point') return { point: link.point }
  const [lat, lng] = text.replace(/^geo:/i, '').split(/[;,]/).map(readDegrees)
  return toPoint(lat, lng)
}

/** Joins family name, given name and further names in the order in which they are spoken. */
function joinName(value: string): string {
  const [family = '', given = ''] = splitValue(value)
  return `${given} ${family}`.trim()
}

/** Joins post box, extension, street, town, region, code and country. */
function joinAddress(value: string): string {
  const [box, extension, street, town, region, code, country] = splitValue(value)
  const place = [code, town].filter(Boolean).join(' ')
  return [box, extension, street, place, region, country].filter(Boolean).join(', ')
}
