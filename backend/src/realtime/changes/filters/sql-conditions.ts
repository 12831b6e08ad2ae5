import { DatabaseError } from '../../../postgres/statements/database-error.ts'
import type { Sql } from '../../../postgres/statements/sql.ts'
import { runAsService } from '../tables/run-as-service.ts'
import type { ReadValue, SqlCondition } from './compile-filter.ts'

/** A statement has at most 65,535 parameters, and a condition at most 100. */
const CONDITIONS_PER_STATEMENT = 500
/** The longest time of a statement, because the changes for everyone wait for it. */
const TIMEOUT_MS = 500
/** After this time, the search for slow conditions ends, and all that are left count as too slow. */
const MAX_SEARCH_MS = 2000
const QUERY_CANCELED = '57014'

interface Failure {
  /** The SQLSTATE. */
  code: string
  isTimeout: boolean
}

/**
 * Returns, for each condition, the indexes of the changes that it matches. A condition that fails or takes too long
 * matches none and is passed to `onFailure`; the others do not depend on it.
 */
export async function evaluateConditions(
  sql: Sql,
  conditions: SqlCondition[],
  changes: ReadValue[],
  onFailure: (condition: SqlCondition, failure: Failure) => void,
): Promise<Map<string, Set<number>>> {
  const matches = new Map(conditions.map(({ key }) => [key, new Set<number>()]))
  const unique = [...new Map(conditions.map((condition) => [condition.key, condition])).values()]
  const endsAt = Date.now() + MAX_SEARCH_MS
  /** Bisects the conditions when one fails, until it is alone. */
  const evaluate = async (part: SqlCondition[]): Promise<void> => {
    try {
      await evaluatePart(sql, part, changes, matches)
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      const isTimeout = error.code === QUERY_CANCELED
      if (part.length === 1 || (isTimeout && Date.now() > endsAt)) {
        for (const condition of part) onFailure(condition, { code: error.code, isTimeout })
        return
      }
      const middle = Math.ceil(part.length / 2)
      await evaluate(part.slice(0, middle))
      await evaluate(part.slice(middle))
    }
  }
  for (let start = 0; start < unique.length; start += CONDITIONS_PER_STATEMENT)
    await evaluate(unique.slice(start, start + CONDITIONS_PER_STATEMENT))
  return matches
}

/** Adds the matches of some conditions, which it evaluates in one statement. */
async function evaluatePart(
  sql: Sql,
  unique: SqlCondition[],
  changes: ReadValue[],
  matches: Map<string, Set<number>>,
): Promise<void> {
  const columns = [...new Set(unique.map(({ column }) => column))]
  const parameters: (string | (string | null)[])[] = columns.map((column) =>
    changes.map((read) => read(column) ?? null),
  )
  const add = (value: string) => `$${parameters.push(value)}::text`
  const expressions = unique.map((condition) => renderCondition(condition, columns.indexOf(condition.column), add))
  const lists = columns.map((_, i) => `$${i + 1}::text[]`).join(', ')
  const names = columns.map((_, i) => `c${i}`).join(', ')
  const text = `select place, array[${expressions.join(', ')}] as results from unnest(${lists}) with ordinality as v (${names}, place)`
  const rows = await runAsService(
    sql,
    (queries) => queries.unsafe<{ place: string; results: (boolean | null)[] }[]>(text, parameters),
    TIMEOUT_MS,
  )
  for (const { place, results } of rows) {
    for (const [i, { key }] of unique.entries()) if (results[i]) matches.get(key)?.add(Number(place) - 1)
  }
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
    if (operator === 'isdistinct' && values.length === 0) return `${given} is not null`
    return `${given}::${sqlType} ${SYMBOLS[operator] ?? '='} ${add(value)}::${sqlType}`
  }
  return isNegated ? `not (${render()})` : `(${render()})`
}
