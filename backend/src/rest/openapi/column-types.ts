/** An object of the description. */
export type Json = Record<string, unknown>

const NUMBERS = ['numeric', 'real', 'double precision']
const INTEGERS = ['smallint', 'integer', 'bigint']

/** Returns the JSON type of an SQL type; undefined if it may be any. */
export function openApiType(type: string): string | undefined {
  if (type.endsWith('[]')) return 'array'
  if (INTEGERS.includes(type)) return 'integer'
  if (NUMBERS.includes(type)) return 'number'
  if (type === 'boolean') return 'boolean'
  return type === 'json' || type === 'jsonb' ? undefined : 'string'
}

/** Returns the type of an array's elements; undefined for other types. */
export function elementType(type: string): string | undefined {
  return type.endsWith('[]') ? type.slice(0, -'[]'.length) : undefined
}
