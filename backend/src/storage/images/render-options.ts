import * as v from 'valibot'
import { parseShape, WholeNumber } from '../kernel/shapes.ts'

export const SIDE_LIMIT = 2000
const Side = v.optional(
  v.pipe(
    WholeNumber,
    v.minValue(0, 'must be >= 0'),
    v.transform((side) => Math.min(side, SIDE_LIMIT)),
  ),
  0,
)
const Fraction = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.decimal(), v.transform(Number))], 'must be number'),
  v.minValue(0, 'must be >= 0'),
  v.maxValue(1, 'must be <= 1'),
)
const GRAVITIES = ['no', 'so', 'ea', 'we', 'noea', 'nowe', 'soea', 'sowe', 'ce', 'sm', 'fp'] as const

/** The requested transformation; a side of 0 follows from the other. */
export const RenderOptions = v.pipe(
  v.object({
    width: Side,
    height: Side,
    resize: v.optional(v.picklist(['cover', 'contain', 'fill']), 'cover'),
    quality: v.optional(v.pipe(WholeNumber, v.minValue(20, 'must be >= 20'), v.maxValue(100, 'must be <= 100'))),
    format: v.optional(v.picklist(['origin', 'avif', 'webp'])),
    gravity: v.optional(v.picklist(GRAVITIES), 'ce'),
    x_offset: v.optional(Fraction),
    y_offset: v.optional(Fraction),
  }),
  v.check(
    ({ gravity, x_offset, y_offset }) => gravity !== 'fp' || (x_offset !== undefined && y_offset !== undefined),
    'gravity fp needs x_offset and y_offset',
  ),
)
export type RenderOptions = v.InferOutput<typeof RenderOptions>

/** Parses the options of a URL; ignores its other parameters. */
export function parseRenderQuery(query: URLSearchParams): RenderOptions {
  return parseShape(Object.fromEntries(query), RenderOptions, 'querystring')
}

/** Formats the options as text for the token of a signed URL. */
export function formatRenderOptions(options: RenderOptions): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(options)) if (value !== undefined) query.set(name, String(value))
  return query.toString()
}
