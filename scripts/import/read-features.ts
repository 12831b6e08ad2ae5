import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import * as v from 'valibot'
import { toTags } from '../../web/app/features/imports/reading/create-place.ts'
import type { Attribution } from '../../web/app/features/imports/reading/read-place.ts'
import { shorten } from '../../web/app/features/imports/reading/text/plain-text.ts'
import { type Category, findCategory } from '../../web/app/features/imports/source-categories.ts'
import { readProvenance, type WrittenProvenance } from './read-license.ts'

const TITLE_MAX_LENGTH = 120
const DESCRIPTION_MAX_LENGTH = 10_000
const MAX_LINE_BYTES = 1024 * 1024
const LINE_END = 0x0a

const Text = v.pipe(
  v.string(),
  v.transform((text) => text.normalize('NFC').replaceAll('\u0000', '').trim()),
)

const Feature = v.object({
  type: v.literal('Feature'),
  geometry: v.object(
    {
      type: v.literal('Point', 'only points can become spots'),
      coordinates: v.looseTuple(
        [
          v.pipe(
            v.number('longitude must be a number'),
            v.minValue(-180, 'longitude is below -180'),
            v.maxValue(180, 'longitude is above 180'),
          ),
          v.pipe(
            v.number('latitude must be a number'),
            v.minValue(-90, 'latitude is below -90'),
            v.maxValue(90, 'latitude is above 90'),
          ),
        ],
        'has no coordinates',
      ),
    },
    'has no geometry',
  ),
  properties: v.object(
    {
      name: v.pipe(v.string('has no name'), Text, v.minLength(1, 'has an empty name')),
      category: v.optional(v.nullable(Text), ''),
      description: v.optional(v.nullable(Text), ''),
      country: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'country must be two capital letters')))),
      source: v.optional(v.nullable(Text)),
      ...{ license: v.optional(v.unknown()), licence: v.optional(v.unknown()) },
      ...{ attribution: v.optional(v.unknown()), source_url: v.optional(v.unknown()) },
    },
    'has no properties',
  ),
})

/** A spot as `import_spots` accepts it. */
export interface ImportedSpot {
  attribution?: Attribution
  title: string
  description: string
  category: Category
  tags: string[]
  lng: number
  lat: number
  country_code: string | null
  source: string
}

/** A line of the file, numbered from 1: a spot, or the reason for its rejection. */
export type ImportLine = { line: number } & ({ spot: ImportedSpot; unknownCategory?: string } | { reason: string })

/** Reads a file with one GeoJSON feature per line, plain or gzip. Skips empty lines. */
export async function* readFeatures(file: string, ofFile: WrittenProvenance = {}): AsyncGenerator<ImportLine> {
  const raw = createReadStream(file)
  // Unlike pipe, pipeline ends the iteration with an error when the archive is damaged.
  const input = (await isGzip(file)) ? pipeline(raw, createGunzip(), () => {}) : raw
  let line = 0
  for await (const text of listLines(input)) {
    line += 1
    if (text === null) yield { line, reason: 'is longer than 1 MB' }
    const trimmed = text?.replace(/^\uFEFF/, '').trim() ?? ''
    if (trimmed !== '') yield { line, ...parseFeature(trimmed, ofFile) }
  }
}

/** Yields the lines of a stream. One that is too long is null and never in memory as a whole. */
async function* listLines(input: AsyncIterable<Buffer>): AsyncGenerator<string | null> {
  let parts: Buffer[] = []
  let length = 0
  const add = (part: Buffer) => {
    length += part.length
    if (length <= MAX_LINE_BYTES) parts.push(part)
    else parts = []
  }
  const take = () => {
    const text = length > MAX_LINE_BYTES ? null : Buffer.concat(parts).toString()
    parts = []
    length = 0
    return text
  }
  for await (const chunk of input) {
    let start = 0
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, start)) {
      add(chunk.subarray(start, end))
      yield take()
      start = end + 1
    }
    add(chunk.subarray(start))
  }
  if (length > 0) yield take()
}

/** Parses one line. The provenance of the file holds for lines without their own. */
export function parseFeature(
  text: string,
  ofFile: WrittenProvenance = {},
): { spot: ImportedSpot; unknownCategory?: string } | { reason: string } {
  const json = parseJson(text)
  if (json === undefined) return { reason: 'is not JSON' }
  const parsed = v.safeParse(Feature, json)
  if (!parsed.success) return { reason: describeIssue(parsed.issues[0]) }
  const { geometry, properties } = parsed.output
  const attribution = readProvenance(properties, ofFile)
  if (typeof attribution === 'string') return { reason: attribution }
  const sourceCategory = properties.category ?? ''
  const category = findCategory(sourceCategory)
  const spot: ImportedSpot = {
    title: shorten(properties.name, TITLE_MAX_LENGTH),
    description: shorten(properties.description ?? '', DESCRIPTION_MAX_LENGTH),
    category: category ?? 'curiosity',
    // The source category is finer than ours.
    tags: toTags([sourceCategory.replace(/^shop[\s_-]/i, '')]),
    lng: geometry.coordinates[0],
    lat: geometry.coordinates[1],
    country_code: properties.country ?? null,
    source: properties.source ?? 'import',
    ...(attribution && { attribution }),
  }
  return category === null && sourceCategory !== '' ? { spot, unknownCategory: sourceCategory } : { spot }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function describeIssue(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue)
  if (path === null || path === 'type') return 'is not a GeoJSON feature'
  if (issue.received === 'undefined' || issue.received === 'null') return `has no ${path.split('.').at(-1)}`
  return issue.message.startsWith('Invalid') ? `${path}: ${issue.message}` : issue.message
}

async function isGzip(file: string): Promise<boolean> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0)
  return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
}
