const NUMBERS = ['numeric', 'real', 'double precision']
const INTEGERS: Record<string, string> = { smallint: 'int32', integer: 'int32', bigint: 'int64' }

/** The JSON type of an SQL type; undefined where it may be anything. */
export function openApiType(type: string): string | undefined {
  if (type.endsWith('[]')) return 'array'
  if (type in INTEGERS) return 'integer'
  if (NUMBERS.includes(type)) return 'number'
  if (type === 'boolean') return 'boolean'
  return type === 'json' || type === 'jsonb' ? undefined : 'string'
}

/** The format of a parameter: of a number its width, else the SQL type. */
export function openApiFormat(type: string): string {
  return INTEGERS[type] ?? type
}

/** The type of an array's elements; undefined for what is no array. */
export function elementType(type: string): string | undefined {
  return type.endsWith('[]') ? type.slice(0, -'[]'.length) : undefined
}
