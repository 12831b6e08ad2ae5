import { badBody } from '../errors.ts'
import { parseCsv } from './csv.ts'

/** The rows of a request body as the text of a JSON array, with their keys. */
export interface Payload {
  /** The original text of a JSON body: large numbers, spacing and duplicate keys are preserved. */
  text: string
  keys: string[]
}

/** Parses a body. With `columns` the keys are known, so JSON is not parsed here. Throws PGRST102. */
export function parsePayload(contentType: string | null, body: string, columns: string[] | undefined): Payload {
  switch (mediaType(contentType)) {
    case 'application/json':
      return columns ? { text: toArrayText(body), keys: columns } : parseJson(body)
    case 'text/csv': {
      const { header, rows } = parseCsv(body)
      const text = JSON.stringify(rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i]]))))
      return { text, keys: columns ?? header }
    }
    case 'application/x-www-form-urlencoded': {
      const row = Object.fromEntries(new URLSearchParams(body))
      return { text: JSON.stringify([row]), keys: columns ?? Object.keys(row) }
    }
    default:
      throw badBody(`Content-Type not acceptable: ${mediaType(contentType)}`)
  }
}

/** Returns the type without its parameters, `application/json` by default. A text without a type is returned whole. */
export function mediaType(contentType: string | null): string {
  const text = contentType?.trim() || 'application/json'
  return text.split(';')[0]?.trim().toLowerCase() || text
}

function parseJson(body: string): Payload {
  const value = readJson(body)
  const rows: unknown[] = Array.isArray(value) ? value : [value]
  if (!rows.every(isObject)) {
    if (Array.isArray(value)) throw badBody('All object keys must match')
    return { text: '[]', keys: [] }
  }
  const keys = Object.keys(rows[0] ?? {})
  const known = new Set(keys)
  for (const row of rows) {
    const own = Object.keys(row)
    if (own.length !== keys.length || !own.every((key) => known.has(key))) {
      throw badBody('All object keys must match')
    }
  }
  return { text: toArrayText(body), keys }
}

export function readJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw badBody('Empty or invalid json')
  }
}

/** Returns true for a JSON object, and false for an array or null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Wraps an object in an array. Invalid JSON is left to PostgreSQL. */
function toArrayText(body: string): string {
  const first = body.trimStart()[0]
  return first === '{' ? `[${body}]` : body
}
