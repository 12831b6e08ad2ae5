import type { Sql } from '../../postgres/statements/sql.ts'
import type { OldTuple, Relation, RowMessage, Tuple } from './messages.ts'
import { parseRecord } from './parse-record.ts'

/** A row of `realtime.changes`. */
export interface OutboxRow {
  kind: 'insert' | 'update' | 'delete' | 'message'
  madeAt: Date
  relation: number | null
  newRow: string | null
  oldRow: string | null
  /** The columns that the publication lists. Null means all. */
  columns: string[] | null
  content: Buffer | null
}

/** A table as the stream would describe it. */
export interface OutboxRelation {
  relation: Relation
  /** For each column of the publication, its index in the rows of the outbox, which contain all columns. */
  places: number[]
}

/** Describes a table with the columns that the publication lists. Returns undefined for one that was dropped. */
export async function findRelation(
  sql: Sql,
  oid: number,
  listed: string[] | null,
): Promise<OutboxRelation | undefined> {
  const [found] = await sql<Relation[]>`
    select c.oid, nspname::text as schema, relname::text as name, relreplident::text as identity, (
      select json_agg(json_build_object('name', attname, 'type', atttypid::bigint, 'isKey', coalesce(attnum = any (indkey), false))
        order by attnum)
      from pg_attribute left join pg_index on indrelid = attrelid
        and case relreplident when 'd' then indisprimary when 'i' then indisreplident else false end
      where attrelid = c.oid and attnum > 0 and not attisdropped
    ) as columns
    from pg_class c join pg_namespace n on n.oid = relnamespace where c.oid = ${oid}`
  if (!found) return undefined
  const columns = found.columns
    .map((column, place) => ({ ...column, place, isKey: column.isKey || found.identity === 'f' }))
    .filter(({ name }) => listed?.includes(name) ?? true)
  return { relation: { ...found, columns }, places: columns.map(({ place }) => place) }
}

/** Converts a row of the outbox to the message that the stream would have sent. */
export function toRowMessage(row: OutboxRow, { relation, places }: OutboxRelation): RowMessage | undefined {
  const { kind, newRow, oldRow } = row
  const size = (newRow?.length ?? 0) + (oldRow?.length ?? 0)
  const parse = (text: string | null): Tuple => {
    const values = text === null ? [] : parseRecord(text)
    return places.flatMap((place) => (place < values.length ? [values[place]] : []))
  }
  const next = parse(newRow)
  const previous = parse(oldRow)
  if (kind === 'insert') return { kind, relation, new: next, size }
  if (kind === 'delete') return { kind, relation, old: toOldTuple(relation, previous), size }
  if (kind !== 'update') return undefined
  const isKeyEqual = relation.columns.every(({ isKey }, i) => !isKey || previous[i] === next[i])
  const old = relation.identity === 'f' || !isKeyEqual ? toOldTuple(relation, previous) : undefined
  return { kind, relation, new: next, old, size }
}

/** Keeps the values that the replica identity provides. */
function toOldTuple({ identity, columns }: Relation, values: Tuple): OldTuple {
  if (identity === 'f') return { isFull: true, values }
  return { isFull: false, values: values.map((value, i) => (columns[i]?.isKey ? value : null)) }
}
