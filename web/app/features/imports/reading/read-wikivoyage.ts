import { WIKIVOYAGE } from './attribution.ts'
import { addAt, createPlace } from './create-place.ts'
import { createReading, type FileReading } from './read-place.ts'
import { readDegrees } from './text/read-degrees.ts'

/** The templates of listings in many languages, by the category that they stand for. */
const TEMPLATES: Record<string, string> = {
  '': `see do go listing vcard marker listado listing voir faire aller ver hacer fazer veja faça vedere fare zien doen
    zobacz zrób se gör nähtävyys tee sehenswürdigkeit`,
  restaurant: 'eat manger comer coma mangiare eten zjedz ät syö',
  bar: 'drink sortir boire_un_verre beber beba bere drinken wypij drick juo',
  hotel: 'sleep se_loger dormir durma dormire slapen prześpij_się nocleg sov nuku',
  market: 'buy acheter comprar compre comprare kopen kup köp osta',
}
/** The category of a template, or of the type of a listing. */
const SECTIONS = new Map(
  Object.entries(TEMPLATES).flatMap(([category, names]) =>
    names.split(/\s+/).map((name) => [name.replaceAll('_', ' '), category]),
  ),
)
const NAMES = [...SECTIONS.keys()].join('|')
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

/** Returns the category of a section, or of a type that is no section, such as "museum". */
function findSection(name: string): string | undefined {
  const section = name.trim().toLowerCase()
  return section ? (SECTIONS.get(section) ?? section) : undefined
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
    title: field('name', 'nom', 'nome', 'nombre', 'naam', 'namn', 'nazwa', 'nimi'),
    description: [
      field(
        ...['content', 'description', 'descrizione', 'descripción', 'descrição', 'beschreibung', 'beschrijving'],
        ...['beskrivning', 'opis', 'kuvaus'],
      ),
      field('directions', 'direction', 'indicazioni', 'indicaciones', 'anfahrt'),
      field('hours', 'horaire', 'orari', 'horario', 'öffnungszeiten'),
    ]
      .filter(Boolean)
      .join('\n'),
    address: field('address', 'adresse', 'indirizzo', 'dirección', 'endereço', 'adres', 'adress', 'osoite'),
    website: field('url', 'site', 'sito', 'www'),
    attribution: WIKIVOYAGE,
    sourceCategory: findSection(field('type', 'tipo')) ?? findSection(section) ?? '',
  }
  const [lat, lng] = [field('lat', 'latitude', 'szerokość'), field('long', 'lon', 'longitude', 'długość')]
  if (!lat && !lng) {
    if (source.title) reading.places.push(createPlace(source, null))
    return
  }
  addAt(reading, source, readDegrees(lat), readDegrees(lng))
}
