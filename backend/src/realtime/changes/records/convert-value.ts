import { parse as parseArray } from 'postgres-array'
import type { ColumnFacts, ValueKind } from '../tables/table-facts.ts'

type Convert = (text: string) => unknown

/** As `to_jsonb` renders them. Each takes the text of the type's output function with ISO dates in UTC. */
const CONVERT: Record<ValueKind, Convert> = {
  boolean: (text) => text === 't',
  // NaN and infinity are strings in JSON.
  number: (text) => (Number.isFinite(Number(text)) ? Number(text) : text),
  json: (text) => JSON.parse(text) as unknown,
  timestamp: (text) => text.replace(' ', 'T'),
  timestamptz: (text) => text.replace(' ', 'T').replace('+00', '+00:00'),
  text: (text) => text,
  sql: (text) => text,
}

/** Converts a value of the stream to JSON (realtime 6). */
export function convertValue(text: string | null, { kind, isArray }: ColumnFacts): unknown {
  if (text === null) return null
  return isArray ? parseArray(text, CONVERT[kind]) : CONVERT[kind](text)
}
