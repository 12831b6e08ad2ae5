import { DatabaseError } from '../../../postgres/statements/database-error.ts'
import type { Sql } from '../../../postgres/statements/sql.ts'
import type { OldTuple, Relation, RowMessage, Tuple } from '../../stream/messages.ts'
import type { ReadValue } from '../filters/compile-filter.ts'
import type { EventName } from '../filters/parse-binding.ts'
import { runAsService } from '../tables/run-as-service.ts'
import type { TableFacts } from '../tables/table-facts.ts'
import { convertValue } from './convert-value.ts'

/** A change whose values are JSON. */
export interface ChangedRow {
  type: EventName
  relation: Relation
  table: TableFacts
  committedAt: Date
  /** Texts of the primary key. Undefined without one. */
  key: string[] | undefined
  /** The texts that filters test: new values, or old ones of a DELETE. */
  read: ReadValue
  newValues: Map<string, unknown>
  oldValues: Map<string, unknown>
  /** Columns whose new values the stream did not send, because they are stored apart and did not change. */
  missing: string[]
  isTooLarge: boolean
  /** Length of a value in bytes, to leave out long ones of a change that is too large. */
  measure: (column: string) => number
}

const TYPES = { insert: 'INSERT', update: 'UPDATE', delete: 'DELETE' } as const

type Texts = Map<string, string | null>

/** A value that PostgreSQL converts to JSON. */
interface SqlValue {
  name: string
  text: string
  sqlType: string
}

/** Reads a row of the stream. Returns a promise only if PostgreSQL has to convert a value. */
export function readRow(
  { sql, maxChangeBytes }: { sql: Sql; maxChangeBytes: number },
  row: RowMessage,
  table: TableFacts,
  committedAt: Date,
): ChangedRow | Promise<ChangedRow> {
  const { relation } = row
  const old = row.kind === 'insert' ? undefined : row.old
  const oldTexts = old ? toTexts(relation, old.values) : new Map<string, string | null>()
  const newTexts = row.kind === 'delete' ? new Map<string, string | null>() : toTexts(relation, row.new)
  const missing = row.kind === 'delete' ? [] : fillFromOld(relation, row.new, newTexts, old, oldTexts)
  const tested = row.kind === 'delete' ? oldTexts : newTexts
  const key = table.primaryKey.map((name) => tested.get(name) ?? oldTexts.get(name))
  const fresh = convertLocally(table, newTexts)
  const former = convertLocally(table, readOld(relation, old, oldTexts, newTexts))
  const read: ChangedRow = {
    type: TYPES[row.kind],
    relation,
    table,
    committedAt,
    key: key.length > 0 && key.every((text) => typeof text === 'string') ? key : undefined,
    read: (column) => tested.get(column),
    newValues: fresh.values,
    oldValues: former.values,
    missing,
    isTooLarge: row.size > maxChangeBytes,
    measure: (column) => Buffer.byteLength(tested.get(column) ?? ''),
  }
  if (fresh.others.length + former.others.length === 0) return read
  return Promise.all([
    convertOthers(sql, fresh.values, fresh.others),
    convertOthers(sql, former.values, former.others),
  ]).then(() => read)
}

function toTexts({ columns }: Relation, tuple: Tuple): Texts {
  const texts: Texts = new Map()
  for (const [i, { name }] of columns.entries()) {
    const text = tuple[i]
    if (text !== undefined) texts.set(name, text)
  }
  return texts
}

/** Copies values that did not change from the old row. Returns the columns that the old row lacks. */
function fillFromOld(
  { columns }: Relation,
  tuple: Tuple,
  newTexts: Texts,
  old: OldTuple | undefined,
  oldTexts: Texts,
): string[] {
  const missing = columns.filter((_, i) => tuple[i] === undefined).map(({ name }) => name)
  if (!old?.isFull) return missing
  for (const name of missing) newTexts.set(name, oldTexts.get(name) ?? null)
  return []
}

/** Returns the old values that the replica identity provides. The stream sends a key only if it changed. */
function readOld({ identity, columns }: Relation, old: OldTuple | undefined, oldTexts: Texts, newTexts: Texts): Texts {
  if (identity === 'f' || identity === 'n') return oldTexts
  const texts: Texts = new Map()
  for (const { name, isKey } of columns) {
    const text = old ? oldTexts.get(name) : newTexts.get(name)
    if (isKey && text !== undefined) texts.set(name, text)
  }
  return texts
}

/** Converts the values that need no query, and returns the others with their type. */
function convertLocally(table: TableFacts, texts: Texts): { values: Map<string, unknown>; others: SqlValue[] } {
  const values = new Map<string, unknown>()
  const others: SqlValue[] = []
  for (const [name, text] of texts) {
    const facts = table.columns.get(name)
    if (!facts) continue
    values.set(name, convertValue(text, facts))
    if (facts.kind === 'sql' && text !== null) others.push({ name, text, sqlType: facts.sqlType })
  }
  return { values, others }
}

async function convertOthers(sql: Sql, values: Map<string, unknown>, others: SqlValue[]): Promise<void> {
  for (const { name, text, sqlType } of others) values.set(name, await convertBySql(sql, text, sqlType))
}

/** Types with their own conversion. A value that PostgreSQL cannot convert stays a text. */
async function convertBySql(sql: Sql, text: string, sqlType: string): Promise<unknown> {
  try {
    const [row] = await runAsService(sql, (queries) =>
      queries.unsafe<{ value: unknown }[]>(`select to_jsonb($1::text::${sqlType}) as value`, [text]),
    )
    return row?.value
  } catch (error) {
    if (error instanceof DatabaseError) return text
    throw error
  }
}
