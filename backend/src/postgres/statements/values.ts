import { parse as parseArray } from 'postgres-array'
import type { WireValue } from './statement.ts'

/** A value that is sent as jsonb, regardless of its type here. */
export class Json {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }
}

/** A value of a parameter. Objects are sent by {@link Json}. */
export type Value = string | number | bigint | boolean | null | Date | Uint8Array | Json | readonly unknown[]

/** OIDs of PostgreSQL's own types. */
const TYPE = {
  boolean: 16,
  bytea: 17,
  bigint: 20,
  json: 114,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  jsonb: 3802,
}

/**
 * Returns the value as it is sent, and its type where that is certain. Type 0 leaves the choice to PostgreSQL. Throws
 * for values that cannot be sent, such as plain objects.
 */
export function serializeValue(value: unknown): [value: WireValue, type: number] {
  if (value === null) return [null, 0]
  if (value instanceof Date) return [value.toISOString(), TYPE.timestamptz]
  if (value instanceof Uint8Array) return [Buffer.from(value.buffer, value.byteOffset, value.length), TYPE.bytea]
  if (value instanceof Json) return [JSON.stringify(value.value), TYPE.jsonb]
  if (Array.isArray(value)) return [serializeArray(value), 0]
  switch (typeof value) {
    case 'boolean':
      return [String(value), TYPE.boolean]
    case 'bigint':
      return [String(value), TYPE.bigint]
    case 'string':
    case 'number':
      return [String(value), 0]
    default:
      throw new Error(`A parameter of a statement is ${typeof value === 'object' ? 'an object' : typeof value}.`)
  }
}

function serializeArray(values: unknown[]): string {
  return `{${values.map(serializeElement).join(',')}}`
}

function serializeElement(value: unknown): string {
  if (value === null) return 'NULL'
  if (Array.isArray(value)) return serializeArray(value)
  const [text] = serializeValue(value)
  const plain = Buffer.isBuffer(text) ? `\\x${text.toString('hex')}` : String(text)
  return `"${plain.replaceAll(/["\\]/g, '\\$&')}"`
}

type Parse = (text: string) => unknown

/** The last time that a Date can hold, in milliseconds. */
const LAST_MS = 8.64e15
/** Times without an end, such as that of a ban, would be invalid dates, which are neither past nor future. */
const ENDLESS = new Map([
  ['infinity', LAST_MS],
  ['-infinity', -LAST_MS],
])
const parseDate: Parse = (text) => new Date(ENDLESS.get(text) ?? text)

/** Parsers by OID. All other types stay text, such as bigint and numeric. */
const PARSERS = new Map<number, Parse>([
  [TYPE.boolean, (text) => text === 't'],
  [TYPE.bytea, (text) => Buffer.from(text.slice(2), 'hex')],
  [TYPE.json, JSON.parse],
  [TYPE.jsonb, JSON.parse],
  [TYPE.date, parseDate],
  [TYPE.timestamp, parseDate],
  [TYPE.timestamptz, parseDate],
  // smallint, integer, oid, real and double precision
  ...[21, 23, 26, 700, 701].map((type): [number, Parse] => [type, Number]),
])

/** OIDs of array types, with those of their elements. */
const ARRAYS: [type: number, element: number][] = [
  [1000, TYPE.boolean],
  [1001, TYPE.bytea],
  [1002, 18],
  [1003, 19],
  [1005, 21],
  [1007, 23],
  [1009, 25],
  [1014, 1042],
  [1015, 1043],
  [1016, TYPE.bigint],
  [1021, 700],
  [1022, 701],
  [1028, 26],
  [1115, TYPE.timestamp],
  [1182, TYPE.date],
  [1185, TYPE.timestamptz],
  [1231, 1700],
  [2951, 2950],
  [199, TYPE.json],
  [3807, TYPE.jsonb],
]

for (const [type, element] of ARRAYS) {
  const parse = PARSERS.get(element) ?? ((text: string) => text)
  PARSERS.set(type, (text) => parseArray(text, parse))
}

/** Parses a value of the type with this OID. */
export function parseValue(text: string | null, type: number): unknown {
  if (text === null) return null
  const parse = PARSERS.get(type)
  return parse ? parse(text) : text
}
