import type { Relation } from './catalog.ts'
import type { ForeignKey } from './relationships.ts'

/** A view and the columns of a table that it exposes. */
export interface Exposure {
  view: Relation
  /** The names of each table column in the view. */
  names: Map<string, string[]>
}

/** Derives the foreign keys of views from those of the tables whose columns they expose. */
export function deriveViewKeys(foreignKeys: ForeignKey[], exposures: Map<number, Exposure[]>): ForeignKey[] {
  return foreignKeys.flatMap((key) => {
    const holders = sidesOf(key, key.holder, 0, exposures)
    const referenced = sidesOf(key, key.referenced, 1, exposures)
    return holders.flatMap((holder) =>
      referenced.map((target) => ({
        ...key,
        holder: holder.relation,
        referenced: target.relation,
        columns: holder.columns.map((name, i): [string, string] => [name, target.columns[i] ?? '']),
      })),
    )
  })
}

/** Returns the primary key of a view over one table: the first name of each key column, if the view exposes all. */
export function viewPrimaryKey(exposure: Exposure, table: Relation): string[] {
  const names = table.primaryKey.map((name) => exposure.names.get(name)?.[0])
  return names.every((name) => name !== undefined) ? names : []
}

interface Side {
  relation: Relation
  columns: string[]
}

function sidesOf(key: ForeignKey, table: Relation, side: 0 | 1, exposures: Map<number, Exposure[]>): Side[] {
  const own = key.columns.map((pair) => pair[side])
  const views = (exposures.get(table.oid) ?? []).flatMap(({ view, names }) =>
    combinations(own.map((name) => names.get(name) ?? [])).map((columns) => ({ relation: view, columns })),
  )
  return [{ relation: table, columns: own }, ...views]
}

/** Returns every combination of one item per list. */
function combinations(lists: string[][]): string[][] {
  return lists.reduce<string[][]>((rows, list) => rows.flatMap((row) => list.map((name) => [...row, name])), [[]])
}
