import { mediaTypesUnavailable } from '../errors.ts'
import type { MediaAggregate } from '../schema/catalog.ts'

/** The format of the response body. */
export type Format =
  | { kind: 'json'; singular: boolean; stripNulls: boolean; contentType: string }
  | { kind: 'csv'; contentType: string }
  /** Written by PostGIS in that schema. Without PostGIS PostgreSQL reports 42883. */
  | { kind: 'geojson'; schema: string | undefined; contentType: string }
  /** Written by an aggregate of the rows, or else by the called function. */
  | { kind: 'media'; aggregate: MediaAggregate | undefined; isBinary: boolean; contentType: string }
  | { kind: 'plan'; of: Format; asJson: boolean; options: string[]; contentType: string }

interface MediaRange {
  type: string
  parameters: Map<string, string>
  quality: number
}

const PLAN_OPTIONS = ['analyze', 'verbose', 'settings', 'buffers', 'wal']
const JSON_TYPE = 'application/json; charset=utf-8'

/** The formats that a response can have. */
export interface Producible {
  planEnabled: boolean
  geoJsonSchema: string | undefined
  /** In order of preference. */
  handlers: MediaHandler[]
}

/** A function or aggregate of the database that writes a media type. A type of asterisks matches any. */
export interface MediaHandler {
  mediaType: string
  isBinary: boolean
  aggregate: MediaAggregate | undefined
}

/** Returns the format for the first type in `Accept` that can be produced. Throws PGRST107. */
export function negotiateFormat(accept: string | null, producible: Producible): Format {
  const isPlain = accept === null || accept === '*/*' || accept === 'application/json'
  if (isPlain && producible.handlers.length === 0) return arrayFormat(JSON_TYPE)
  const ranges = parseAccept(accept ?? '*/*')
  for (const range of ranges) {
    const format = findFormat(range, producible)
    if (format) return format
  }
  throw mediaTypesUnavailable(ranges.map(formatRange))
}

/** Parses `Accept` and sorts its parts by quality, then by precision. */
export function parseAccept(accept: string): MediaRange[] {
  const ranges = splitOutsideQuotes(accept, ',')
    .map(parseRange)
    .filter((range) => range.type !== '')
  const stars = ({ type }: MediaRange) => type.split('*').length
  return ranges.sort((a, b) => b.quality - a.quality || b.parameters.size - a.parameters.size || stars(a) - stars(b))
}

function parseRange(text: string): MediaRange {
  const [type = '', ...rest] = splitOutsideQuotes(text, ';').map((part) => part.trim())
  const pairs = rest
    .filter((part) => part.includes('='))
    .map((part): [string, string] => {
      const at = part.indexOf('=')
      return [
        part.slice(0, at).trim().toLowerCase(),
        part
          .slice(at + 1)
          .trim()
          .replace(/^"(.*)"$/, '$1'),
      ]
    })
  const quality = Number(pairs.find(([name]) => name === 'q')?.[1] ?? 1)
  return {
    type: type.toLowerCase(),
    parameters: new Map(pairs.filter(([name]) => name !== 'q')),
    quality: Number.isNaN(quality) ? 1 : quality,
  }
}

function splitOutsideQuotes(text: string, separator: ',' | ';'): string[] {
  return text.match(separator === ',' ? /(?:"[^"]*"|[^,"]|")+/g : /(?:"[^"]*"|[^;"]|")+/g) ?? []
}

function formatRange({ type, parameters }: MediaRange): string {
  return [type, ...[...parameters].map(([name, value]) => `${name}=${value}`)].join(';')
}

function findFormat(range: MediaRange, producible: Producible): Format | undefined {
  const { type, parameters } = range
  const handled = type.startsWith('application/vnd.pgrst.') ? undefined : findHandled(type, producible.handlers)
  if (handled) return handled
  const stripNulls = parameters.get('nulls') === 'stripped'
  const name = type.replace(/^application\/vnd\.pgrst\.(object|array|plan)$/, '$&+json')
  switch (name) {
    case '*/*':
    case 'application/*':
    case 'application/json':
      return arrayFormat(JSON_TYPE)
    case 'application/vnd.pgrst.array+json':
      return stripNulls ? { ...arrayFormat(strippedType(name)), stripNulls } : arrayFormat(JSON_TYPE)
    case 'application/vnd.pgrst.object+json': {
      const contentType = stripNulls ? strippedType(name) : `${name}; charset=utf-8`
      return { kind: 'json', singular: true, stripNulls, contentType }
    }
    case 'text/csv':
      return { kind: 'csv', contentType: 'text/csv; charset=utf-8' }
    case 'application/geo+json':
      return {
        kind: 'geojson',
        schema: producible.geoJsonSchema,
        contentType: 'application/geo+json; charset=utf-8',
      }
    case 'application/vnd.pgrst.plan+json':
    case 'application/vnd.pgrst.plan+text':
      return producible.planEnabled ? planFormat(type, parameters, producible) : undefined
    default:
      return undefined
  }
}

/** Types whose Content-Type carries a charset. */
const TEXT_TYPES = ['text/plain', 'text/xml', 'text/csv', 'application/json', 'application/geo+json']
const OCTET_STREAM = 'application/octet-stream'

function findHandled(type: string, handlers: MediaHandler[]): Format | undefined {
  const handler =
    handlers.find(({ mediaType }) => mediaType.toLowerCase() === type) ??
    handlers.find(({ mediaType }) => mediaType === '*/*')
  if (!handler) return undefined
  const { aggregate, isBinary, mediaType } = handler
  const name = mediaType === '*/*' ? OCTET_STREAM : mediaType.toLowerCase()
  const contentType = TEXT_TYPES.includes(name) ? `${name}; charset=utf-8` : name
  return { kind: 'media', aggregate, isBinary, contentType }
}

function arrayFormat(contentType: string): Extract<Format, { kind: 'json' }> {
  return { kind: 'json', singular: false, stripNulls: false, contentType }
}

function strippedType(name: string): string {
  return `${name};nulls=stripped; charset=utf-8`
}

function planFormat(type: string, parameters: Map<string, string>, producible: Producible): Format | undefined {
  const target = parameters.get('for') ?? 'application/json'
  const range = parseAccept(target)[0]
  const of = range && findFormat(range, { ...producible, planEnabled: false })
  if (!of) return undefined
  const requested = (parameters.get('options') ?? '').split('|')
  const options = PLAN_OPTIONS.filter((option) => requested.includes(option))
  const asJson = type.endsWith('+json')
  const suffix = options.length === 0 ? '' : `; options=${options.join('|')}`
  const name = `application/vnd.pgrst.plan+${asJson ? 'json' : 'text'}`
  return { kind: 'plan', of, asJson, options, contentType: `${name}; for="${target}"${suffix}; charset=utf-8` }
}
