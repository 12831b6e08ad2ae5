import type { ChangeRecord } from '../change-feed.ts'
import type { ChangedRow } from './changed-row.ts'
import type { VisibleColumns } from './visible-columns.ts'

/** In a change that is too large, values longer than this are left out. */
const SMALL_BYTES = 64

/** The part of a change that a subscriber receives. */
export interface View {
  columns: VisibleColumns
  /** Values that the stream did not send, as the viewer sees them now. */
  extra: Record<string, unknown> | undefined
}

/** Builds the record of a change (realtime 6). */
export function buildRecord(row: ChangedRow, view: View): ChangeRecord {
  const { type, relation, table, committedAt, isTooLarge } = row
  const { names, columns, isAllowed } = view.columns
  if (!isAllowed) return buildError(row, 'Error 401: Unauthorized')
  if (type !== 'DELETE' && table.primaryKey.length === 0)
    return buildError(row, 'Error 400: Bad Request, no primary key')

  const isKey = (name: string) => table.primaryKey.includes(name)
  const isKept = (name: string) => !isTooLarge || row.measure(name) <= SMALL_BYTES
  // A policy cannot be checked for a row that no longer exists.
  const isKeyOnly = type === 'DELETE' && table.hasRls
  const pick = (values: Map<string, unknown>, isWanted: (name: string) => boolean) => {
    const picked: Record<string, unknown> = {}
    for (const name of names) if (values.has(name) && isWanted(name)) picked[name] = values.get(name)
    return picked
  }
  const newValues = view.extra ? new Map([...row.newValues, ...Object.entries(view.extra)]) : row.newValues
  return {
    type,
    schema: relation.schema,
    table: relation.name,
    commit_timestamp: committedAt.toISOString(),
    columns,
    ...(type !== 'DELETE' && { record: pick(newValues, isKept) }),
    ...(type !== 'INSERT' && {
      old_record: pick(row.oldValues, (name) => isKept(name) && (!isKeyOnly || isKey(name))),
    }),
    errors: isTooLarge ? ['Error 413: Payload Too Large'] : null,
  }
}

function buildError({ type, relation }: ChangedRow, message: string): ChangeRecord {
  const { schema, name } = relation
  return {
    type,
    schema,
    table: name,
    commit_timestamp: null,
    columns: [],
    record: {},
    old_record: {},
    errors: [message],
  }
}
