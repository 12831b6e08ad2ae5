import type { ChangeRecord } from '../change-feed.ts'
import { maySelectKey, type RoleFacts } from '../tables/table-facts.ts'
import type { ChangedRow } from './changed-row.ts'

/** The columns of a table that viewers receive. */
export interface VisibleColumns {
  names: string[]
  columns: ChangeRecord['columns']
  /** False for a role that may not read the primary key. */
  isAllowed: boolean
}

type Select = ReadonlySet<string> | undefined

/** Finds the columns of rows for a role and the columns that its subscribers selected. Equal results are one object. */
export type FindColumns = (row: ChangedRow, role: RoleFacts, select: Select) => VisibleColumns

/** Lists the columns once for all rows of a batch. */
export function createFindColumns(): FindColumns {
  const found = new Map<ChangedRow['relation'], Map<RoleFacts, Map<Select, VisibleColumns>>>()
  const distinct = new Map<string, VisibleColumns>()
  return (row, role, select) => {
    const ofRelation = found.get(row.relation) ?? new Map<RoleFacts, Map<Select, VisibleColumns>>()
    found.set(row.relation, ofRelation)
    const ofRole = ofRelation.get(role) ?? new Map<Select, VisibleColumns>()
    ofRelation.set(role, ofRole)
    const listed = ofRole.get(select) ?? shareEqual(distinct, listColumns(row, role, select))
    ofRole.set(select, listed)
    return listed
  }
}

function listColumns({ relation, table }: ChangedRow, role: RoleFacts, select: Select): VisibleColumns {
  const { primaryKey } = table
  const { selectable } = role
  const names = relation.columns
    .map(({ name }) => name)
    .filter((name) => selectable.has(name) && (!select || select.has(name) || primaryKey.includes(name)))
  return {
    names,
    columns: names.map((name) => ({ name, type: table.columns.get(name)?.type ?? 'text' })),
    isAllowed: maySelectKey(table, role),
  }
}

function shareEqual(distinct: Map<string, VisibleColumns>, listed: VisibleColumns): VisibleColumns {
  const key = JSON.stringify([listed.isAllowed, listed.columns])
  const shared = distinct.get(key) ?? listed
  distinct.set(key, shared)
  return shared
}
