import { createWriteStream, existsSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { findCategory } from '../../web/app/features/imports/source-categories.ts'
import { type ImportLine, parseFeature, readFeatures } from './read-features.ts'

const REAL_PLACES = '../shared/data/places-real.ndjson.gz'

const feature = (properties: object, coordinates: unknown = [7.68, 45.07]) =>
  JSON.stringify({ type: 'Feature', geometry: { type: 'Point', coordinates }, properties })

async function readText(content: string | Buffer): Promise<ImportLine[]> {
  const file = join(await mkdtemp(join(tmpdir(), 'import-')), 'places')
  await writeFile(file, content)
  const lines: ImportLine[] = []
  for await (const line of readFeatures(file)) lines.push(line)
  return lines
}

test('maps the source category to one of ours and keeps it as a tag', () => {
  expect(
    parseFeature(feature({ name: ' Villa della Regina ', category: 'shop-books', country: 'IT', source: 'x' })),
  ).toEqual({
    spot: {
      title: 'Villa della Regina',
      description: '',
      category: 'market',
      tags: ['books'],
      lng: 7.68,
      lat: 45.07,
      country_code: 'IT',
      source: 'x',
    },
  })
})

test('imports an unknown category as a curiosity and reports it', () => {
  expect(parseFeature(feature({ name: 'Thing', category: 'wormhole' }))).toMatchObject({
    spot: { category: 'curiosity' },
    unknownCategory: 'wormhole',
  })
})

test('explains each rejected line', () => {
  const reasons = [
    '{"type":',
    feature({ name: 'Far' }, [200, 10]),
    feature({ name: 'Far' }, [7, -91]),
    feature({ name: 'Swapped' }, ['7', '45']),
    feature({ name: '  ' }),
    feature({ category: 'castle' }),
    JSON.stringify({ type: 'Feature', geometry: null, properties: { name: 'Nowhere' } }),
    JSON.stringify({ type: 'Feature', geometry: { type: 'LineString', coordinates: [] }, properties: { name: 'Way' } }),
    '[]',
  ].map((line) => parseFeature(line))
  expect(reasons).toEqual([
    { reason: 'is not JSON' },
    { reason: 'longitude is above 180' },
    { reason: 'latitude is below -90' },
    { reason: 'longitude must be a number' },
    { reason: 'has an empty name' },
    { reason: 'has no name' },
    { reason: 'has no geometry' },
    { reason: 'only points can become spots' },
    { reason: 'is not a GeoJSON feature' },
  ])
})

test('shortens long titles and descriptions without splitting a character', () => {
  const parsed = parseFeature(feature({ name: '🏔'.repeat(200), description: 'é'.repeat(12_000) }))
  expect('spot' in parsed && [...parsed.spot.title].length).toBe(120)
  expect('spot' in parsed && parsed.spot.description.length).toBeLessThanOrEqual(10_000)
})

test('reads plain and gzip files, and skips empty lines and a byte-order mark', async () => {
  const text = `\uFEFF${feature({ name: 'One' })}\r\n\n${feature({ name: 'Two' })}\n`
  const plain = await readText(text)
  expect(plain).toMatchObject([
    { line: 1, spot: { title: 'One' } },
    { line: 3, spot: { title: 'Two' } },
  ])
  expect(await readText(gzipSync(text))).toEqual(plain)
})

test('fails on a damaged archive instead of ending early', async () => {
  const packed = gzipSync(feature({ name: 'One' }).repeat(2000))
  await expect(readText(packed.subarray(0, packed.length / 2))).rejects.toThrow()
})

test('maps every category of the real places', async (context) => {
  if (!existsSync(REAL_PLACES)) return context.skip('the shared data folder is missing')
  const unknown = new Set<string>()
  let count = 0
  for await (const line of readFeatures(REAL_PLACES)) {
    count += 1
    expect(line).toHaveProperty('spot')
    if ('unknownCategory' in line && line.unknownCategory) unknown.add(line.unknownCategory)
  }
  expect(count).toBe(85_970)
  expect([...unknown]).toEqual([])
})

test('maps categories by family prefix', () => {
  expect(findCategory('shop-zeppelin')).toBe('market')
  expect(findCategory('Ancient Place')).toBe('ruin')
})

test('rejects a line of 256 MB without holding it in memory, and reads the next one', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'import-')), 'endless.ndjson.gz')
  const megabyte = Buffer.alloc(1024 * 1024, 'x')
  const content = function* () {
    for (let index = 0; index < 256; index += 1) yield megabyte
    yield `\n${feature({ name: 'Mill' })}\n`
  }
  await pipeline(content, createGzip({ level: 1 }), createWriteStream(file))
  const before = process.memoryUsage().rss
  const lines: ImportLine[] = []
  for await (const line of readFeatures(file)) lines.push(line)
  expect(lines).toMatchObject([
    { line: 1, reason: 'is longer than 1 MB' },
    { line: 2, spot: { title: 'Mill' } },
  ])
  expect(process.memoryUsage().rss - before).toBeLessThan(128 * 1024 * 1024)
})
