import type postgres from 'postgres'

const text = (value: unknown) => String(value)

/**
 * postgres.js writes parameters anew by the type that PostgreSQL infers: `'true'` becomes `f`, timestamps pass through Date,
 * JSON is quoted twice. Our values are PostgreSQL's own literals, so these types are left alone.
 */
const verbatim = (oid: number): postgres.PostgresType => ({ to: oid, from: [oid], serialize: text, parse: text })

export const VERBATIM_TYPES = {
  boolean: verbatim(16),
  bytea: verbatim(17),
  json: verbatim(114),
  date: verbatim(1082),
  timestamp: verbatim(1114),
  timestamptz: verbatim(1184),
  jsonb: verbatim(3802),
}
