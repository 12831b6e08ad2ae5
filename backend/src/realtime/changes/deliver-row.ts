import type { ChangeRecord } from './change-feed.ts'
import { buildRecord } from './records/build-record.ts'
import type { FindColumns, VisibleColumns } from './records/visible-columns.ts'
import type { RoleFacts } from './tables/table-facts.ts'
import { listActiveIds, toAudience } from './visibility/audience.ts'
import type { Match } from './visibility/role-queries.ts'
import type { VisibleRows } from './visibility/visibility.ts'

/** The rights of the viewers of a batch. */
interface Viewers {
  roles: Map<string, RoleFacts>
  visible: VisibleRows
  findColumns: FindColumns
}

/** Records by the columns that the stream did not send, which are usually none. */
type Records = Map<Record<string, unknown> | undefined, ChangeRecord>

/** Delivers a row to the subscribers that may see it. Those that receive equal columns share one record. */
export function deliverRow({ row, key, entries }: Match, { roles, visible, findColumns }: Viewers): void {
  const built = new Map<VisibleColumns, Records>()
  for (const { role: name, select, recipients } of toAudience(entries)) {
    const role = roles.get(name)
    if (!role) continue
    const shared = visible.byRole.get(name)
    const isShared = key !== undefined && shared?.has(key) === true
    const columns = findColumns(row, role, select)
    const isChecked = role.isChecked && columns.isAllowed && row.table.primaryKey.length > 0
    const needsCheck = isChecked && row.type !== 'DELETE'
    const records: Records = built.get(columns) ?? new Map()
    built.set(columns, records)
    for (const recipient of recipients) {
      const seen = isShared ? shared : visible.byScope.get(recipient.scope.key)
      const isSeen = key !== undefined && seen?.has(key) === true
      if (needsCheck && !isSeen) continue
      const ids = listActiveIds(recipient)
      if (ids.length === 0) continue
      const extra = isSeen && row.missing.length > 0 ? seen?.get(key) : undefined
      const record = records.get(extra) ?? buildRecord(row, { columns, extra })
      records.set(extra, record)
      recipient.subscriber.deliver(ids, record)
    }
  }
}
