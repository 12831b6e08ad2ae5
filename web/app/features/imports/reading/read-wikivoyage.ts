import { WIKIVOYAGE } from './attribution.ts'
import { createPlace } from './create-place.ts'
import { createReading, type FileReading } from './read-place.ts'
import { readDegrees, toPoint } from './text/read-degrees.ts'

/** The templates of listings in the languages that have them, with their category. */
const SECTIONS: Record<string, string> = {
  ...{
    see: '',
    do: '',
    go: '',
    listing: '',
    vcard: '',
    marker: '',
    voir: '',
    faire: '',
    aller: '',
    ver: '',
    hacer: '',
    fazer: '',
  },
  eat: 'restaurant',
  manger: 'restaurant',
  comer: 'restaurant',
  coma: 'restaurant',
  drink: 'bar',
  sortir: 'bar',
  'boire un verre': 'bar',
  beber: 'bar',
  beba: 'bar',
  sleep: 'hotel',
  'se loger': 'hotel',
  dormir: 'hotel',
  durma: 'hotel',
  buy: 'market',
  acheter: 'market',
  comprar: 'market',
  compre: 'market',
}
const NAMES = Object.keys(SECTIONS).join('|')
const LISTING = new RegExp(`\\{\\{\\s*(${NAMES})\\s*(?=\\|)([^{}]*(?:\\{\\{[^{}]*\\}\\}[^{}]*)*)\\}\\}`, 'gi')
const START = new RegExp(`\\{\\{\\s*(?:${NAMES})\\s*\\|`, 'i')

/** Returns true if a text contains listings of Wikivoyage. */
export function isWikivoyage(text: string): boolean {
  return START.test(text.slice(0, 200_000))
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
  const field = (...names: string[]) =>
    (names.map((name) => fields.get(name)).find(Boolean) ?? '').replace(/\[\[(?:[^\]|]*\|)?([^\]|]*)\]\]/g, '$1')
  const source = {
    title: field('name', 'nom', 'nome', 'nombre'),
    description: [
      field('content', 'description', 'descrizione', 'descripción', 'descrição', 'beschreibung'),
      field('directions', 'direction'),
      field('hours', 'horaire'),
    ]
      .filter(Boolean)
      .join('\n'),
    address: field('address', 'adresse', 'indirizzo', 'dirección', 'endereço'),
    website: field('url', 'site', 'sito'),
    attribution: WIKIVOYAGE,
    sourceCategory: field('type', 'tipo') || (SECTIONS[section] ?? ''),
  }
  const [lat, lng] = [field('lat', 'latitude'), field('long', 'lon', 'longitude')]
  if (!lat && !lng) {
    if (source.title) reading.places.push(createPlace(source, null))
    return
  }
  const position = toPoint(readDegrees(lat), readDegrees(lng))
  if ('reason' in position) reading.unreadable.push({ title: source.title, reason: position.reason })
  else reading.places.push(createPlace(source, position.point))
}
