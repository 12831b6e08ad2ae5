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
  v.union([v.number(), v.pipe(v.string(), v.decimal(), v.transform(Number))]),
  v.minValue(0, 'must be >= 0'),
  v.maxValue(1, 'must be <= 1'),
)
const GRAVITIES = ['no', 'so', 'ea', 'we', 'noea', 'nowe', 'soea', 'sowe', 'ce', 'sm', 'fp'] as const
const DEFAULT_GRAVITY = 'ce'

/** The requested transformation; a side of 0 follows from the other. */
export const RenderOptions = v.pipe(
  v.object({
    width: Side,
    height: Side,
    resize: v.optional(v.picklist(['cover', 'contain', 'fill']), 'cover'),
    quality: v.optional(v.pipe(WholeNumber, v.minValue(20, 'must be >= 20'), v.maxValue(100, 'must be <= 100'))),
    format: v.optional(v.picklist(['origin', 'avif', 'webp'])),
    gravity: v.optional(v.picklist(GRAVITIES), DEFAULT_GRAVITY),
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

const RESIZING_TYPES = { cover: 'fill', contain: 'fit', fill: 'force' } as const

/** Describes the applied options in the words of imgproxy, as upstream does in `X-Transformations` (storage 8). */
export function describeTransformations(options: RenderOptions): string {
  const { width, height, resize, quality, format, gravity, x_offset, y_offset } = options
  const place = [gravity, x_offset, y_offset].filter((part) => part !== undefined).join(':')
  return [
    height > 0 && `height:${height}`,
    width > 0 && `width:${width}`,
    (width > 0 || height > 0) && `resizing_type:${RESIZING_TYPES[resize]}`,
    quality !== undefined && `quality:${quality}`,
    format !== undefined && format !== 'origin' && `format:${format}`,
    place !== DEFAULT_GRAVITY && `gravity:${place}`,
  ]
    .filter((part) => part !== false)
    .join(',')
}
