import type { ConnectionPool } from '../../postgres/connections/connection-pool.ts'
import type { Connection } from '../../postgres/connections/pipelined-connection.ts'
import type { Result, Statement as WireStatement } from '../../postgres/statements/statement.ts'
import type { Statement } from '../render/render-statement.ts'
import type { StatementCache } from './statement-cache.ts'

export interface ResultRow {
  row_count: string
  total: string | null
  body: string | null
  headers: string | null
  status: string | null
  inserted?: string | null
  location?: string | null
  affected?: string | null
}

export interface Execution {
  readOnly: boolean
  isolation: string | null
  /** Settings of the transaction in order: search_path, role, claims … */
  settings: [name: string, value: string][]
  /** `select schema.function()`, run before the statement. */
  preRequest: string | undefined
  statement: Statement
  /** A comment that gives the statements of this role and schema their own plans, because plans differ by role. */
  tag: string
  /** A second statement, for counts that the planner estimates. */
  estimate: Statement | undefined
  /** True for `explain`, which returns lines instead of a row. */
  isPlan: boolean
  /** Inspects the row before the transaction ends, and throws to roll it back. */
  check: ((row: ResultRow) => void) | undefined
  /** Rolls back, but returns the result as if it had committed. */
  rollback: boolean
}

export interface Executed {
  row: ResultRow
  /** The number of rows that the planner estimates. */
  estimatedRows: number | undefined
}

const EMPTY_ROW: ResultRow = { row_count: '0', total: null, body: null, headers: null, status: null }
/** In the order in which a statement selects them. */
const COLUMNS = ['row_count', 'total', 'body', 'headers', 'status', 'inserted', 'location', 'affected'] as const

/**
 * Runs one request in one transaction. Throws PostgreSQL's first error, or ConnectionError. Takes one round trip, and
 * another one where a check may undo the statement.
 */
export async function execute(
  pool: Pick<ConnectionPool, 'acquire'>,
  statements: StatementCache,
  execution: Execution,
): Promise<Executed> {
  // Within functions, PostgreSQL plans statements again whenever the role changes.
  const { connection, release } = await pool.acquire(execution.tag)
  try {
    return isPlain(execution)
      ? await runPlain(connection, statements, execution)
      : await runExplicitly(connection, statements, execution)
  } finally {
    release()
  }
}

/**
 * Returns true for most requests, which need no `begin` and `commit`, because the statements of one round trip are one
 * transaction.
 */
function isPlain({ isolation, preRequest, estimate, isPlan, check, rollback }: Execution): boolean {
  return isolation === null && !preRequest && !estimate && !isPlan && !check && !rollback
}

async function runPlain(connection: Connection, statements: StatementCache, execution: Execution): Promise<Executed> {
  const { readOnly, settings } = execution
  const [, main] = await connection.run([
    setAll(statements, readOnly ? [['transaction_read_only', 'on'], ...settings] : settings),
    toWire(statements, execution, execution.statement),
  ])
  return { row: toRow(main), estimatedRows: undefined }
}

async function runExplicitly(
  connection: Connection,
  statements: StatementCache,
  execution: Execution,
): Promise<Executed> {
  const { preRequest, estimate, isPlan, check, rollback } = execution
  const isUndoable = check !== undefined || rollback
  const before = [control(begin(execution)), setAll(statements, execution.settings)]
  if (preRequest !== undefined) before.push(control(preRequest))
  try {
    const results = await connection.run([
      ...before,
      toWire(statements, execution, execution.statement),
      ...(estimate ? [toWire(statements, execution, estimate)] : []),
      ...(isUndoable ? [] : [control('commit')]),
    ])
    const [main, estimated] = results.slice(before.length)
    const row = isPlan ? toPlanRow(main) : toRow(main)
    check?.(row)
    if (isUndoable) await connection.run(rollback ? ROLL_BACK : [control('commit')])
    return { row, estimatedRows: estimate && readEstimate(estimated) }
  } catch (error) {
    if (connection.isOpen && connection.isInTransaction) await connection.run([control('rollback')])
    throw error
  }
}

/** With `rollback`, violations of deferred constraints are still errors. */
const ROLL_BACK = [control('set constraints all immediate'), control('rollback')]

function control(text: string): WireStatement {
  return { text, parameters: [], prepare: false, describe: false }
}

function begin({ readOnly, isolation }: Execution): string {
  const level = isolation === null ? '' : ` isolation level ${isolation.replaceAll(/[^a-z ]/gi, '')}`
  return `begin${level} ${readOnly ? 'read only' : 'read write'}`
}

function setAll(statements: StatementCache, settings: string[][]): WireStatement {
  const text = toSettingsText(settings.length)
  return { text, parameters: settings.flat(), prepare: statements.shouldPrepare(text), describe: false }
}

/**
 * The texts by number of settings. They are cached, because a look-up is faster when equal strings are the same object.
 */
const settingsTexts = new Map<number, string>()

function toSettingsText(count: number): string {
  const known = settingsTexts.get(count)
  if (known !== undefined) return known
  const calls = Array.from({ length: count }, (_, i) => `set_config($${i * 2 + 1}, $${i * 2 + 2}, true)`)
  const text = `select ${calls.join(', ')}`
  settingsTexts.set(count, text)
  return text
}

function toWire(statements: StatementCache, { tag }: Execution, { text: sql, parameters }: Statement): WireStatement {
  const text = `${tag} ${sql}`
  return { text, parameters, prepare: statements.shouldPrepare(text), describe: false }
}

function toRow(result: Result | undefined): ResultRow {
  const values = result?.rows[0]
  if (!values) return EMPTY_ROW
  return { ...EMPTY_ROW, ...Object.fromEntries(values.map((value, i) => [COLUMNS[i], value])) }
}

function toPlanRow(result: Result | undefined): ResultRow {
  return { ...EMPTY_ROW, body: (result?.rows ?? []).map(([line]) => `${line}\n`).join('') }
}

function readEstimate(result: Result | undefined): number | undefined {
  const text = result?.rows[0]?.[0]
  return text == null ? undefined : (JSON.parse(text)[0].Plan['Plan Rows'] as number)
}
