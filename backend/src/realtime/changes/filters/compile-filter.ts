import type { Sql } from '../../../postgres/statements/sql.ts'
import type { ColumnFacts, RoleFacts, TableFacts } from '../tables/table-facts.ts'
import { castFilterValues } from './cast-values.ts'
import type { Condition, Operator } from './parse-filter.ts'

/** The value of a column in a change. Undefined when the stream did not send it. */
export type ReadValue = (column: string) => string | null | undefined

/** Conditions that are ready to be tested. */
export interface Matcher {
  /** True if there are no conditions. */
  isEmpty: boolean
  /** A condition that an index can look up. */
  equality: { column: string; value: string } | undefined
  /** Tests the other conditions that JavaScript can evaluate. */
  matches: (read: ReadValue) => boolean
  /** The conditions that only PostgreSQL can evaluate. */
  sqlConditions: SqlCondition[]
}

export interface SqlCondition {
  /** Equal for equal conditions. */
  key: string
  column: string
  sqlType: string
  operator: Operator
  isNegated: boolean
  value: string
  values: string[]
}

const MAX_VALUES = 100
const IS_VALUES = ['null', 'true', 'false', 'unknown']
const INTEGERS = ['int2', 'int4', 'int8']
const TEXT_OPERATORS: Operator[] = ['like', 'ilike', 'match', 'imatch']

type Test = (value: string | null) => boolean

/** Compiles the conditions of a filter for a table. Throws an Error with the reason when one does not fit. */
export async function compileFilter(
  sql: Sql,
  table: TableFacts,
  role: RoleFacts,
  conditions: Condition[],
): Promise<Matcher> {
  const tests: { column: string; test: Test }[] = []
  const sqlConditions: SqlCondition[] = []
  let equality: Matcher['equality']
  for (const condition of conditions) {
    const facts = table.columns.get(condition.column)
    if (!facts || !role.selectable.has(condition.column))
      throw new Error(`invalid column for filter ${condition.column}`)
    checkOperator(condition, facts)
    const values = await castFilterValues(sql, condition, facts)
    const { column, operator, isNegated } = condition
    const [value = ''] = values
    if (operator === 'eq' && !isNegated && facts.isCanonical && !equality) {
      equality = { column, value }
      continue
    }
    const test = createTest(condition, facts, values)
    if (test) tests.push({ column, test })
    else {
      const { sqlType } = facts
      const key = JSON.stringify([column, sqlType, operator, isNegated, values])
      sqlConditions.push({ key, column, sqlType, operator, isNegated, value, values })
    }
  }
  return {
    isEmpty: conditions.length === 0,
    equality,
    sqlConditions,
    matches: (read) => tests.every(({ column, test }) => test(read(column) ?? null)),
  }
}

function checkOperator({ operator, values }: Condition, facts: ColumnFacts): void {
  const [value = ''] = values
  if (operator === 'in' && values.length > MAX_VALUES)
    throw new Error(`too many values for \`in\` filter. Maximum ${MAX_VALUES}`)
  if (operator === 'is') {
    if (!IS_VALUES.includes(value.toLowerCase()))
      throw new Error(`is filter value must be null, true, false or unknown, got ${value}`)
    if (value.toLowerCase() !== 'null' && facts.sqlType !== 'boolean')
      throw new Error(`is ${value} filter requires a boolean column, got ${facts.sqlType}`)
  }
  if (TEXT_OPERATORS.includes(operator) && !facts.isText)
    throw new Error(`operator ${operator} requires a text-compatible column type, got ${facts.sqlType}`)
}

/** Returns undefined for a condition that only PostgreSQL can evaluate. */
function createTest({ operator, isNegated }: Condition, facts: ColumnFacts, values: string[]): Test | undefined {
  const [value = ''] = values
  if (operator === 'is') {
    const wanted = { true: 't', false: 'f' }[value.toLowerCase()] ?? null
    return (given) => (given === wanted) !== isNegated
  }
  const test = facts.isCanonical ? createTextTest(operator, facts, values) : undefined
  if (!test) return undefined
  if (operator === 'isdistinct') return (given) => test(given) !== isNegated
  // A null matches neither a condition nor its opposite.
  return (given) => given !== null && test(given) !== isNegated
}

function createTextTest(operator: Operator, { type }: ColumnFacts, values: string[]): Test | undefined {
  const [value = ''] = values
  if (operator === 'eq') return (given) => given === value
  if (operator === 'neq') return (given) => given !== value
  if (operator === 'in') {
    const wanted = new Set(values)
    return (given) => given !== null && wanted.has(given)
  }
  if (operator === 'isdistinct') return (given) => given !== (values[0] ?? null)
  if (!INTEGERS.includes(type)) return undefined
  const limit = BigInt(value)
  const compare: Partial<Record<Operator, (given: bigint) => boolean>> = {
    lt: (given) => given < limit,
    lte: (given) => given <= limit,
    gt: (given) => given > limit,
    gte: (given) => given >= limit,
  }
  const test = compare[operator]
  return test && ((given) => given !== null && test(BigInt(given)))
}
