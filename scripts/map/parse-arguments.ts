import { parseArgs } from 'node:util'
import * as v from 'valibot'
import type { Bounds } from './tile-ranges.ts'

export const USAGE = `Usage:
  npm run map -- extract URL --city SLUG [--max-zoom N] [--name NAME]
  npm run map -- extract URL --bbox WEST,SOUTH,EAST,NORTH [--max-zoom N] [--name NAME]
  npm run map -- list
  npm run map -- remove NAME
`
const MAX_ZOOM = 15

const degrees = (limit: number) => v.pipe(v.number(), v.minValue(-limit), v.maxValue(limit))
const Box = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))),
  v.strictTuple([degrees(180), degrees(85.06), degrees(180), degrees(85.06)]),
  v.check(([west, south, east, north]) => west !== east && south < north),
)
const Name = v.pipe(v.string(), v.regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,80}$/u))
const Zoom = v.pipe(v.string(), v.regex(/^\d{1,2}$/), v.transform(Number), v.maxValue(MAX_ZOOM))

/** The parsed command line. */
export type MapCommand =
  | { name: 'extract'; location: string; area: { city: string } | { bounds: Bounds }; maxZoom: number; file: string }
  | { name: 'list' }
  | { name: 'remove'; file: string }

/** Parses the arguments. Throws an error with a sentence for the operator. */
export function parseArguments(args: string[]): MapCommand {
  const options = { bbox: { type: 'string' }, city: { type: 'string' }, name: { type: 'string' } } as const
  const { values, positionals } = parseArgs({
    args,
    options: { ...options, 'max-zoom': { type: 'string' } },
    allowPositionals: true,
    // Western longitudes begin with a minus.
    strict: false,
  })
  const [command, target, ...rest] = positionals
  const unknown = Object.keys(values).find((name) => !(name in options) && name !== 'max-zoom')
  if (unknown) throw new Error(`There is no option --${unknown}.`)
  if (rest.length > 0) throw new Error(`Too many arguments: ${rest.join(' ')}.`)
  if (command === 'list') return { name: 'list' }
  if (command === 'remove')
    return { name: 'remove', file: parse(Name, toName(target), 'Name an archive that `list` shows.') }
  if (command !== 'extract' || !target) throw new Error(USAGE)
  const area = parseArea(values.city, values.bbox)
  const name =
    values.name ?? ('city' in area ? area.city : `region-${area.bounds.map((edge) => edge.toFixed(2)).join('_')}`)
  return {
    name: 'extract',
    location: target,
    area,
    maxZoom: parse(Zoom, values['max-zoom'] ?? String(MAX_ZOOM), `--max-zoom is a number from 0 to ${MAX_ZOOM}.`),
    file: parse(Name, name, '--name has letters, digits, dots, hyphens and underscores.'),
  }
}

function parseArea(city: unknown, bbox: unknown): { city: string } | { bounds: Bounds } {
  if ((city === undefined) === (bbox === undefined)) throw new Error('Give either --city or --bbox.')
  if (city !== undefined) return { city: parse(Name, city, '--city is the last part of the address of a city page.') }
  return { bounds: parse(Box, bbox, '--bbox is WEST,SOUTH,EAST,NORTH in degrees, for example 11.1,43.7,11.4,43.9.') }
}

function toName(target: string | undefined): string | undefined {
  return target?.replace(/\.pmtiles$/, '')
}

function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
  sentence: string,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, input)
  if (!parsed.success) throw new Error(sentence)
  return parsed.output
}
