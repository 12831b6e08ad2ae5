import type { Catalog } from '../generate-database-types-catalog.ts'
import type { Schema } from './results.ts'

const TYPES: Record<string, Schema> = {
  text: { type: 'string' },
  boolean: { type: 'boolean' },
  smallint: { type: 'integer' },
  integer: { type: 'integer' },
  bigint: { type: 'integer' },
  real: { type: 'number' },
  'double precision': { type: 'number' },
  numeric: { type: 'number' },
  uuid: { type: 'string', format: 'uuid' },
  date: { type: 'string', format: 'date' },
  'timestamp with time zone': { type: 'string', format: 'date-time' },
}

/** Returns the JSON Schema of a PostgreSQL type. JSON may be anything. */
export function toSchema(type: string, catalog: Catalog): Schema {
  if (type.endsWith('[]')) return { type: 'array', items: toSchema(type.slice(0, -2), catalog) }
  const name = type.replace(/^public\./, '').replaceAll('"', '')
  const values = catalog.enums.find((each) => each.name === name)?.values
  if (values) return { type: 'string', enum: values }
  const columns = catalog.columns.filter(({ relation }) => relation === name)
  if (columns.length > 0) return { type: 'object', description: `A row of ${name}.` }
  return TYPES[name] ?? {}
}
