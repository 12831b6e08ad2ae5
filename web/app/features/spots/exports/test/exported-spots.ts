import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import type { ExportedSpot } from '../exported-spot.ts'

export const HEAD = { title: 'A & B', siteName: 'Turin & “more”', siteUrl: 'https://here.example' }

export const SOURCE = {
  ...{ name: 'OpenStreetMap', author: 'OpenStreetMap contributors', url: 'https://www.openstreetmap.org/node/42' },
  ...{ license_name: 'ODbL 1.0', license_url: 'https://opendatacommons.org/licenses/odbl/1-0/' },
}

/** Creates a complete spot for the tests of exports. */
export function createExportedSpot(overrides: Partial<ExportedSpot> = {}): ExportedSpot {
  return {
    id: 'abcdefgh2345',
    title: 'Fetta di Polenta',
    category: 'building',
    tags: ['narrow'],
    description: 'A **thin** house.',
    lng: 7.6969,
    lat: 45.0678,
    precision: 'exact',
    country_code: 'IT',
    address: 'Corso San Maurizio',
    website: null,
    access: 'free',
    status: 'published',
    rating_average: 4.7,
    review_count: 38,
    created_at: '2025-03-02T10:00:00+00:00',
    updated_at: '2026-10-14T10:00:00+00:00',
    published_at: '2025-03-02T12:00:00+00:00',
    confirmed_at: null,
    author: { username: 'mara', name: 'Mara' },
    city: { name: 'Turin' },
    photos: [],
    origin: null,
    source: null,
    file: null,
    note: '',
    ...overrides,
  }
}

/** Streams the spots as one page, as the database would return them. */
export async function* onePage(spots: ExportedSpot[]) {
  yield spots
}

export const FORMATS = ['gpx', 'kml', 'geojson', 'csv'] as const

/** Throws if an exported file does not follow the schema of its format. */
export function validateXml(xml: string, schema: 'gpx' | 'kml'): void {
  const document = XmlDocument.fromString(xml)
  const text = readFileSync(join(import.meta.dirname, '../schemas', `${schema}.xsd`), 'utf8')
  const schemaDocument = XmlDocument.fromString(text)
  const validator = XsdValidator.fromDoc(schemaDocument)
  try {
    validator.validate(document)
  } finally {
    for (const used of [validator, schemaDocument, document]) used.dispose()
  }
}
