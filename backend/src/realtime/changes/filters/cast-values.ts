import { DatabaseError } from '../../../postgres/statements/database-error.ts'
import type { Sql } from '../../../postgres/statements/sql.ts'
import { runAsService } from '../tables/run-as-service.ts'
import type { ColumnFacts } from '../tables/table-facts.ts'
import type { Condition } from './parse-filter.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const INT4 = /^(0|-?[1-9]\d{0,8})$/
const BOOLEANS: Record<string, string> = { true: 't', false: 'f', t: 't', f: 'f' }
/** SQLSTATEs that a value can cause. They include exceeded limits of PostgreSQL, timeouts and a lack of memory. */
const OF_VALUE = /^(22|23|42|54|57014|XX000)/
const PATTERNS = ['match', 'imatch']

/**
 * Casts the values of a condition to the type of its column and returns their texts. Throws the reason when one does
 * not fit.
 */
export async function castFilterValues(sql: Sql, condition: Condition, facts: ColumnFacts): Promise<string[]> {
  const { operator, values } = condition
  if (operator === 'is' || operator === 'like' || operator === 'ilike') return values
  if (PATTERNS.includes(operator)) {
    await checkPattern(sql, values[0] ?? '')
    return values
  }
  const cast: string[] = []
  for (const value of values) cast.push(castLocally(value, facts) ?? (await castBySql(sql, value, facts)))
  return cast
}

/** Avoids a round trip for the most frequent types. */
function castLocally(value: string, { type }: ColumnFacts): string | undefined {
  if (type === 'text') return value
  if (type === 'uuid' && UUID.test(value)) return value
  if ((type === 'int4' || type === 'int8') && INT4.test(value)) return value
  return type === 'bool' ? BOOLEANS[value] : undefined
}

async function castBySql(sql: Sql, value: string, { sqlType }: ColumnFacts): Promise<string> {
  // By the output function of the type, because a cast to text has another form for some types.
  const [row] = await runCheck(() =>
    runAsService(sql, (queries) =>
      queries.unsafe<{ value: string }[]>(`select format('%s', $1::text::${sqlType}) as value`, [value]),
    ),
  )
  return row?.value ?? ''
}

async function checkPattern(sql: Sql, pattern: string): Promise<void> {
  try {
    await runCheck(() => sql`select '' ~ ${pattern}::text`)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const reason = error.message.replace(/^invalid regular expression: /, '')
    throw new Error(`invalid regular expression for match filter: ${reason}`, { cause: error })
  }
}

/**
 * Throws an error with the message of PostgreSQL when the value is invalid, or takes too long or too much memory to
 * check. Passes on other errors, such as a lost
 * connection.
 */
async function runCheck<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    const isOfValue = error instanceof DatabaseError && OF_VALUE.test(error.code)
    throw isOfValue ? new Error(error.message, { cause: error }) : error
  }
}
