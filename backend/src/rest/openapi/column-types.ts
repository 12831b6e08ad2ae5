const NUMBERS = ['numeric', 'real', 'double precision']
const INTEGERS: Record<string, string> = { smallint: 'int32', integer: 'int32', bigint: 'int64' }

/** Returns the JSON type of an SQL type; undefined if it may be any. */
export function openApiType(type: string): string | undefined {
  if (type.endsWith('[]')) return 'array'
  if (type in INTEGERS) return 'integer'
  if (NUMBERS.includes(type)) return 'number'
  if (type === 'boolean') return 'boolean'
  return type === 'json' || type === 'jsonb' ? undefined : 'string'
}

/** Returns the format of a parameter: the width of an integer, or else the SQL type. */
export function openApiFormat(type: string): string {
  return INTEGERS[type] ?? type
}

/** Returns the type of an array's elements; undefined for other types. */
export function elementType(type: string): string | undefined {
  return type.endsWith('[]') ? type.slice(0, -'[]'.length) : undefined
}
