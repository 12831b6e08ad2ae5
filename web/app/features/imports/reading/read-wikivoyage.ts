import { createPlace } from './create-place.ts'
import { createReading, type FileReading } from './read-place.ts'
import { readDegrees, toPoint } from './text/read-degrees.ts'

const LISTING = /\{\{\s*(see|do|buy|eat|drink|sleep|listing|go)\b([^{}]*(?:\{\{[^{}]*\}\}[^{}]*)*)\}\}/gi
/** Wikivoyage's sections as categories. `do`, `go` and `listing` say nothing about what a place is. */
const SECTION_CATEGORIES: Record<string, string> = { eat: 'restaurant', drink: 'bar', sleep: 'hotel', buy: 'market' }

/** Returns whether a text has listings of Wikivoyage. */
export function isWikivoyage(text: string): boolean {
  return /\{\{\s*(?:see|do|buy|eat|drink|sleep|listing)\s*(?:\||\n)/i.test(text.slice(0, 200_000))
}

/** Reads the listings in the wikitext of a Wikivoyage article. */
export function readWikivoyage(file: string, text: string): FileReading {
  const reading = createReading(file, 'Wikivoyage')
  for (const [, section = '', body = ''] of text.matchAll(LISTING)) addListing(reading, section.toLowerCase(), body)
  return reading
}

function addListing(reading: FileReading, section: string, body: string): void {
  const fields = new Map(
    body.split(/\|(?![^[]*\]\])/).map((part): [string, string] => {
      const at = part.indexOf('=')
      return [part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()]
    }),
  )
  const field = (name: string) => (fields.get(name) ?? '').replace(/\[\[(?:[^\]|]*\|)?([^\]|]*)\]\]/g, '$1')
  const source = {
    title: field('name'),
    description: [field('content'), field('directions'), field('hours')].filter(Boolean).join('\n'),
    address: field('address'),
    website: field('url'),
    sourceCategory: field('type') || (SECTION_CATEGORIES[section] ?? ''),
  }
  const [lat, lng] = [field('lat'), field('long') || field('lon')]
  if (!lat && !lng) {
    if (source.title) reading.places.push(createPlace(source, null))
    return
  }
  const position = toPoint(readDegrees(lat), readDegrees(lng))
  if ('reason' in position) reading.unreadable.push({ title: source.title, reason: position.reason })
  else reading.places.push(createPlace(source, position.point))
}
