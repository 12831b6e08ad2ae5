import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { expect, test } from 'vitest'
import type { ExportedSpot } from '#app/features/spots/exports/exported-spot.ts'
import type { Feed } from './feed.ts'
import { toSpotEntry, toStoryEntry } from './feed-entries.ts'
import { writeAtom } from './write-atom.ts'
import { writeJsonFeed } from './write-json-feed.ts'

const SITE = 'https://here.example'
const HOSTILE = 'x</title><script>alert(1)</script>]]>&amp;\u0000\u0008\ud800"\''
const readSchema = (name: string) => readFileSync(join(import.meta.dirname, 'schemas', name), 'utf8')

function spot(overrides: Partial<ExportedSpot> = {}): ExportedSpot {
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
    address: null,
    website: null,
    access: 'free',
    status: 'published',
    rating_average: null,
    review_count: 0,
    created_at: '2025-03-02T10:00:00+00:00',
    updated_at: '2026-10-14T10:00:00+00:00',
    published_at: '2025-03-02T12:00:00+02:00',
    confirmed_at: null,
    note: '',
    author: { username: 'mara', name: 'Mara' },
    city: { name: 'Turin' },
    photos: [{ id: '3b1b5f3e-7d57-4f68-9d8c-0d7f5d0f8a11', width: 4000, position: 0, created_at: '2025-03-02' }],
    ...overrides,
  } as ExportedSpot
}

function feed(entries: Feed['entries']): Feed {
  const paths = {
    home: `${SITE}/explore?q=a&tag=b`,
    self: `${SITE}/feeds/spots.atom?q=a&tag=b`,
    icon: `${SITE}/favicon.svg`,
  }
  return { title: HOSTILE, siteName: 'A & B', ...paths, entries }
}

const entries = [
  toSpotEntry(spot(), SITE),
  toSpotEntry(
    spot({ id: 'hostile22222', title: HOSTILE, description: HOSTILE, tags: [HOSTILE], author: null, photos: [] }),
    SITE,
  ),
  toStoryEntry(
    {
      slug: 'a-walk',
      title: HOSTILE,
      summary: HOSTILE,
      tags: [],
      published_at: null,
      created_at: '2025-03-02T10:00:00+00:00',
      updated_at: '2025-03-02T10:00:00+00:00',
      author: { username: 'mara', name: null },
    },
    SITE,
  ),
]

function validate(xml: string, schema: string): void {
  const document = XmlDocument.fromString(xml)
  const schemaDocument = XmlDocument.fromString(readSchema(schema))
  const validator = XsdValidator.fromDoc(schemaDocument)
  validator.validate(document)
  for (const used of [validator, schemaDocument, document]) used.dispose()
}

test.each([entries, []])('writes valid Atom for any text by members', (...some) => {
  validate(writeAtom(feed(some.filter(Boolean) as Feed['entries'])), 'atom.xsd')
})

test('validates Atom against a schema that rejects duplicate entries, times without a zone and unknown elements', () => {
  const good = writeAtom(feed(entries))
  const [entry = ''] = /<entry>.*?<\/entry>/s.exec(good) ?? []
  expect(() => validate(good.replace('</feed>', `${entry}</feed>`), 'atom.xsd')).toThrow()
  expect(() => validate(good.replace('.000Z</updated>', '</updated>'), 'atom.xsd')).toThrow()
  expect(() => validate(good.replace('<rights>', '<nonsense/><rights>'), 'atom.xsd')).toThrow()
})

test('writes a valid JSON Feed for any text by members', () => {
  const ajv = new Ajv({ allErrors: true })
  addFormats.default(ajv)
  const check = ajv.compile(JSON.parse(readSchema('json-feed.schema.json')))
  const text = writeJsonFeed(feed(entries))
  check(JSON.parse(text))
  expect(check.errors).toBeNull()
  expect(text).not.toContain('<')
  expect(JSON.parse(text).items[0]).toMatchObject({
    title: 'Fetta di Polenta',
    date_published: '2025-03-02T10:00:00.000Z',
    image: `${SITE}/photo/3b1b5f3e-7d57-4f68-9d8c-0d7f5d0f8a11/1920.webp`,
    _geo: { latitude: 45.0678, longitude: 7.6969 },
  })
})

test('shows the description as safe HTML', () => {
  expect(entries[0]?.html).toContain('A <strong>thin</strong> house.')
  expect(entries[1]?.html).not.toContain('<script')
})

test('dates a feed by its latest entry', () => {
  expect(writeAtom(feed(entries))).toContain('<updated>2026-10-14T10:00:00.000Z</updated>')
})

test('states the licence of the site and that of entries from other sites', () => {
  const [own] = entries
  if (!own) throw new Error('no entry')
  const license = {
    name: 'CC BY 4.0',
    url: 'https://example.com/by',
    site: 'A <b> site',
    source: 'https://example.com/spot/a',
  }
  const both = feed([own, { ...own, url: `${SITE}/spot/other`, license }])
  const atom = writeAtom(both)
  validate(atom, 'atom.xsd')
  expect(atom.match(/<rights>[^<]*/g)).toEqual([
    '<rights>CC BY-SA 4.0, by the members named with each entry',
    '<rights>CC BY 4.0, from A &lt;b&gt; site, https://example.com/spot/a',
  ])
  const { _license, items } = JSON.parse(writeJsonFeed(both))
  expect(_license).toMatchObject({ name: 'CC BY-SA 4.0' })
  expect(items.map((item: { _license?: { name: string } }) => item._license?.name)).toEqual([undefined, 'CC BY 4.0'])
})
