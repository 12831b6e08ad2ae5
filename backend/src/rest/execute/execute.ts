import type postgres from 'postgres'
import { DatabaseError } from '../../postgres/database-error.ts'
import { isConnectionLost } from '../../postgres/lasting-pool.ts'
import type { Statement } from '../render/render-statement.ts'
import type { Pool } from './pool.ts'
import type { StatementCache } from './statement-cache.ts'
import type { Wire } from './wire.ts'

export interface ResultRow {
  row_count: string
  total: string | null
  body: string | null
  headers: string | null
  status: string | null
  inserted?: string | null
  location?: string | null
}

export interface Execution {
  readOnly: boolean
  isolation: string | null
  /** Transaction-local settings in order: search_path, role, claims … */
  settings: [name: string, value: string][]
  /** `select schema.function()`, run before the statement. */
  preRequest: string | undefined
  statement: Statement
  /** Makes the statement's name one of this role and schema, whose plans differ. */
  tag: string
  /** A second statement, for counts that the planner estimates. */
  estimate: Statement | undefined
  /** `explain` gives lines in place of a row. */
  isPlan: boolean
  /** `check` looks at the row before the transaction ends and throws to undo it. */
  check: ((row: ResultRow) => void) | undefined
  /** Undo all, but answer as if it were done. */
  rollback: boolean
}

export interface Executed {
  row: ResultRow
  /** Rows that the planner expects. */
  estimatedRows: number | undefined
}

const ABORTED = '25P02'
const EMPTY_ROW: ResultRow = { row_count: '0', total: null, body: null, headers: null, status: null }

/**
 * Runs one request in one transaction. `begin`, settings, statement and `commit` are sent in one flush; where a check may
 * undo the statement, `commit` waits for it. Throws PostgreSQL's first error.
 */
export async function execute(pool: Pool, cache: StatementCache, execution: Execution): Promise<Executed> {
  const lease = await pool.acquire()
  let isLost = false
  try {
    if (lease.wire && isPlain(execution)) return await runPlain(lease.wire, cache, execution)
    const connection = await lease.reserve()
    return await runQueued(connection, cache, execution).catch(async (error: unknown) => {
      isLost = isConnectionLost(error) || !(await undo(connection, execution))
      throw error
    })
  } catch (error) {
    isLost ||= isConnectionLost(error)
    throw error
  } finally {
    lease.release(isLost)
  }
}

/** One transaction, one row, nothing to look at before its end: most requests. */
function isPlain({ isolation, preRequest, estimate, isPlan, check, rollback }: Execution): boolean {
  return isolation === null && !preRequest && !estimate && !isPlan && !check && !rollback
}

/** In the order in which a statement selects them. */
const COLUMNS = ['row_count', 'total', 'body', 'headers', 'status', 'inserted', 'location'] as const

async function runPlain(wire: Wire, cache: StatementCache, execution: Execution): Promise<Executed> {
  const { statement, tag, readOnly } = execution
  const settings = readOnly ? [['transaction_read_only', 'on'], ...execution.settings] : execution.settings
  const setText = toSettingsText(settings.length)
  const mainText = `${tag} ${statement.text}`
  const values = await wire.run([
    { text: setText, parameters: settings.flat(), prepare: cache.shouldPrepare(setText) },
    { text: mainText, parameters: statement.parameters, prepare: cache.shouldPrepare(mainText) },
  ])
  if (!values) return { row: EMPTY_ROW, estimatedRows: undefined }
  const row: ResultRow = { ...EMPTY_ROW, ...Object.fromEntries(values.map((value, i) => [COLUMNS[i], value])) }
  return { row, estimatedRows: undefined }
}

/** By the number of settings: the same text again and again, and the same object, so that nothing looks at it twice. */
const settingsTexts = new Map<number, string>()

function toSettingsText(count: number): string {
  const known = settingsTexts.get(count)
  if (known !== undefined) return known
  const calls = Array.from({ length: count }, (_, i) => `set_config($${i * 2 + 1}, $${i * 2 + 2}, true)`)
  const text = `select ${calls.join(', ')}`
  settingsTexts.set(count, text)
  return text
}

async function runQueued(
  connection: postgres.ReservedSql,
  cache: StatementCache,
  execution: Execution,
): Promise<Executed> {
  const { main, estimate, others } = queue(connection, cache, execution)
  const isChecked = execution.check !== undefined || execution.rollback
  if (!isChecked) others.push(connection.unsafe('commit').execute())
  await settle([...others, main, estimate])
  const executed = { row: toRow(await main, execution.isPlan), estimatedRows: readEstimate(await estimate) }
  if (isChecked) await finish(connection, execution, executed.row)
  return executed
}

/** Ends the transaction of a statement that may not stay. False when the connection is lost over it. */
async function undo(connection: postgres.ReservedSql, { check, rollback }: Execution): Promise<boolean> {
  if (!check && !rollback) return true
  try {
    await connection.unsafe('rollback')
    return true
  } catch (error) {
    return !isConnectionLost(error)
  }
}

function queue(connection: postgres.ReservedSql, cache: StatementCache, execution: Execution) {
  const { statement, tag, settings, preRequest } = execution
  // A query is sent when it is executed or awaited, whichever comes first; the order must be ours.
  const run = (text: string, parameters: string[]) =>
    connection.unsafe(text, parameters, { prepare: cache.shouldPrepare(text) }).execute()
  const others: Promise<unknown>[] = [
    connection.unsafe(begin(execution)).execute(),
    run(toSettingsText(settings.length), settings.flat()),
  ]
  if (preRequest !== undefined) others.push(connection.unsafe(preRequest).execute())
  const main = run(`${tag} ${statement.text}`, statement.parameters)
  const { estimate } = execution
  return { others, main, estimate: estimate ? run(`${tag} ${estimate.text}`, estimate.parameters) : undefined }
}

function begin({ readOnly, isolation }: Execution): string {
  const level = isolation === null ? '' : ` isolation level ${isolation.replaceAll(/[^a-z ]/gi, '')}`
  return `begin${level} ${readOnly ? 'read only' : 'read write'}`
}

/**
 * Waits for all. What fails after the first failure only says that the transaction is over. When the connection is lost
 * nothing is waited for: postgres.js forgets the queries that it had not sent yet, and they would never settle.
 */
async function settle(queries: (PromiseLike<unknown> | undefined)[]): Promise<void> {
  const { promise: lost, reject } = Promise.withResolvers<never>()
  const rejectIfLost = (error: unknown) => {
    if (isConnectionLost(error)) reject(error)
  }
  for (const query of queries) query?.then(undefined, rejectIfLost)
  const results = await Promise.race([Promise.allSettled(queries), lost])
  const errors: unknown[] = results.filter((result) => result.status === 'rejected').map((result) => result.reason)
  if (errors.length === 0) return
  const isAborted = (error: unknown) => error instanceof DatabaseError && error.code === ABORTED
  throw errors.find((error) => !isAborted(error)) ?? errors[0]
}

async function finish(connection: postgres.ReservedSql, execution: Execution, row: ResultRow): Promise<void> {
  execution.check?.(row)
  if (!execution.rollback) {
    await connection.unsafe('commit')
    return
  }
  await connection.unsafe('set constraints all immediate')
  await connection.unsafe('rollback')
}

function toRow(rows: postgres.RowList<postgres.Row[]>, isPlan: boolean): ResultRow {
  if (!isPlan) return (rows[0] as ResultRow | undefined) ?? EMPTY_ROW
  return { ...EMPTY_ROW, body: rows.map((row) => `${String(row['QUERY PLAN'])}\n`).join('') }
}

function readEstimate(rows: postgres.RowList<postgres.Row[]> | undefined): number | undefined {
  const text = rows?.[0]?.['QUERY PLAN']
  return text === undefined ? undefined : (JSON.parse(String(text))[0].Plan['Plan Rows'] as number)
}
