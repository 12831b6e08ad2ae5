import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import * as v from 'valibot'
import { toTags } from '../../web/app/features/imports/reading/create-place.ts'
import { shorten } from '../../web/app/features/imports/reading/text/plain-text.ts'
import { type Category, findCategory } from '../../web/app/features/imports/source-categories.ts'

const TITLE_MAX_LENGTH = 120
const DESCRIPTION_MAX_LENGTH = 10_000

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
      source: v.optional(v.nullable(Text), 'import'),
    },
    'has no properties',
  ),
})

/** A spot as `import_spots` accepts it. */
export interface ImportedSpot {
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
export async function* readFeatures(file: string): AsyncGenerator<ImportLine> {
  const raw = createReadStream(file)
  // Unlike pipe, pipeline ends the iteration with an error when the archive is damaged.
  const input = (await isGzip(file)) ? pipeline(raw, createGunzip(), () => {}) : raw
  let line = 0
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1
    const trimmed = text.replace(/^\uFEFF/, '').trim()
    if (trimmed !== '') yield { line, ...parseFeature(trimmed) }
  }
}

/** Parses one line. */
export function parseFeature(text: string): { spot: ImportedSpot; unknownCategory?: string } | { reason: string } {
  const json = parseJson(text)
  if (json === undefined) return { reason: 'is not JSON' }
  const parsed = v.safeParse(Feature, json)
  if (!parsed.success) return { reason: describeIssue(parsed.issues[0]) }
  const { geometry, properties } = parsed.output
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
