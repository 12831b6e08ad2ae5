import type { Sql } from '../../../postgres/statements/sql.ts'
import { runAsService } from '../tables/run-as-service.ts'
import type { ReadValue, SqlCondition } from './compile-filter.ts'

/**
 * Returns, for each condition, the indexes of the changes that it matches. Evaluates all conditions in one statement.
 */
export async function evaluateConditions(
  sql: Sql,
  conditions: SqlCondition[],
  changes: ReadValue[],
): Promise<Map<string, Set<number>>> {
  const matches = new Map(conditions.map(({ key }) => [key, new Set<number>()]))
  const unique = [...new Map(conditions.map((condition) => [condition.key, condition])).values()]
  if (unique.length === 0) return matches
  const columns = [...new Set(unique.map(({ column }) => column))]
  const parameters: (string | (string | null)[])[] = columns.map((column) =>
    changes.map((read) => read(column) ?? null),
  )
  const add = (value: string) => `$${parameters.push(value)}::text`
  const expressions = unique.map((condition) => renderCondition(condition, columns.indexOf(condition.column), add))
  const lists = columns.map((_, i) => `$${i + 1}::text[]`).join(', ')
  const names = columns.map((_, i) => `c${i}`).join(', ')
  const text = `select place, array[${expressions.join(', ')}] as results from unnest(${lists}) with ordinality as v (${names}, place)`
  const rows = await runAsService(sql, (queries) =>
    queries.unsafe<{ place: string; results: (boolean | null)[] }[]>(text, parameters),
  )
  for (const { place, results } of rows) {
    for (const [i, { key }] of unique.entries()) if (results[i]) matches.get(key)?.add(Number(place) - 1)
  }
  return matches
}

const SYMBOLS: Partial<Record<SqlCondition['operator'], string>> = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  isdistinct: 'is distinct from',
}
const TEXT_SYMBOLS: Partial<Record<SqlCondition['operator'], string>> = {
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
}

function renderCondition(condition: SqlCondition, column: number, add: (value: string) => string): string {
  const { operator, sqlType, value, values, isNegated } = condition
  const given = `v.c${column}`
  const render = () => {
    if (operator === 'in') return `${given}::${sqlType} in (${values.map((item) => `${add(item)}::${sqlType}`)})`
    const textSymbol = TEXT_SYMBOLS[operator]
    if (textSymbol) return `${given}::${sqlType} ${textSymbol} ${add(value)}`
    if (operator === 'isdistinct' && value === 'null') return `${given} is not null`
    return `${given}::${sqlType} ${SYMBOLS[operator] ?? '='} ${add(value)}::${sqlType}`
  }
  return isNegated ? `not (${render()})` : `(${render()})`
}
