import type { ChangedRow } from '../records/changed-row.ts'
import type { Entry } from '../subscription-index.ts'
import { maySelectKey, type RoleFacts } from '../tables/table-facts.ts'
import { toAudience } from './audience.ts'
import type { Scope } from './scope.ts'
import type { RoleQuery, RowKey, ScopeQuery } from './visibility.ts'

/** A change and the entries that it matches. */
export interface Match {
  row: ChangedRow
  /** Equal rows share it. Undefined without a primary key. */
  key: RowKey | undefined
  /** Rows that match the same entries share the list. */
  entries: readonly Entry[]
}

/** Lists the visibility checks of the rows that need one, by role. */
export function listRoleQueries(
  matches: Match[],
  roles: Map<string, RoleFacts>,
  isMuted: (scope: Scope) => boolean,
): RoleQuery[] {
  const missing = new Set(matches.flatMap(({ row }) => row.missing))
  return [...roles].flatMap(([role, facts]) => {
    const checked = matches.filter(({ row }) => needsQuery(row, facts))
    const scopes = listScopeQueries(checked, (scope) => scope.role === role && !isMuted(scope))
    const extra = [...missing].filter((name) => facts.selectable.has(name))
    return scopes.length > 0 ? [{ role, extra, shared: facts.shared, scopes }] : []
  })
}

/** Inserts and updates are checked where RLS applies. Values that the stream did not send are read in any case. */
function needsQuery({ type, missing, table }: ChangedRow, role: RoleFacts): boolean {
  return type !== 'DELETE' && (role.isChecked || missing.length > 0) && maySelectKey(table, role)
}

function listScopeQueries(matches: Match[], isQueried: (scope: Scope) => boolean): ScopeQuery[] {
  const lists: RowKey[][] = []
  const scopes = new Map<string, { scope: Scope; lists: number[] }>()
  for (const [entries, rows] of Map.groupBy(matches, (match) => match.entries)) {
    const keys = new Set(rows.flatMap(({ key }) => key ?? []))
    const number = lists.push([...keys]) - 1
    if (keys.size === 0) continue
    for (const { scope } of toAudience(entries).flatMap(({ recipients }) => recipients)) {
      const known = scopes.get(scope.key)
      if (known && known.lists.at(-1) !== number) known.lists.push(number)
      else if (!known && isQueried(scope)) scopes.set(scope.key, { scope, lists: [number] })
    }
  }
  const joined = new Map<string, RowKey[]>()
  return [...scopes.values()].map(({ scope, lists: numbers }) => {
    const name = numbers.join()
    const keys = joined.get(name) ?? [...new Set(numbers.flatMap((number) => lists[number] ?? []))]
    joined.set(name, keys)
    return { scope, keys }
  })
}
