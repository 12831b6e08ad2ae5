import postgres, { type Options, type Sql } from 'postgres'

const text = (value: unknown) => String(value)

/**
 * Keeps parameters as they are. postgres.js serializes them by the type that PostgreSQL infers: it turns `'true'` into
 * `f`, passes timestamps through Date and quotes JSON twice.
 */
const verbatim = (oid: number) => ({ to: oid, from: [oid], serialize: text, parse: text })

const types: Options<Record<string, never>>['types'] = {
  boolean: verbatim(16),
  bytea: verbatim(17),
  json: verbatim(114),
  date: verbatim(1082),
  timestamp: verbatim(1114),
  timestamptz: verbatim(1184),
  jsonb: verbatim(3802),
} as never

/** Opens a pool of postgres.js, the driver that the data service is compared with. */
export function openPostgresJs(socket: string, port: number): Sql {
  return postgres({ host: socket, port, database: 'postgres', username: 'authenticator', max: 10, types })
}
