import type { Relation } from './catalog.ts'
import type { ForeignKey } from './relationships.ts'

/** The columns of views, by the table column that they show: `oid:column` of the table. */
export interface Exposure {
  view: Relation
  /** For each base column, the names under which the view shows it. */
  names: Map<string, string[]>
}

/** The keys of tables as the views over them show them. */
export function carryToViews(foreignKeys: ForeignKey[], exposures: Map<number, Exposure[]>): ForeignKey[] {
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

/** The primary key of a view over one table: the first name of each key column, if all are shown. */
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

/** One of each list, in every way. */
function combinations(lists: string[][]): string[][] {
  return lists.reduce<string[][]>((rows, list) => rows.flatMap((row) => list.map((name) => [...row, name])), [[]])
}
