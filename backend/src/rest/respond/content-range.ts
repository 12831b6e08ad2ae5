import { rangeNotSatisfiable } from '../errors.ts'
import type { Executed, ResultRow } from '../execute/execute.ts'
import type { Plan } from '../plan/plan.ts'
import type { ResponseContext } from './response-context.ts'

/** Returns the number of rows without the limit, exact or estimated; undefined if it was not counted. */
export function totalOf(
  { plan, preferences, maxRows }: ResponseContext,
  { row, estimatedRows }: Executed,
): number | undefined {
  const exact = row.total === null ? undefined : Number(row.total)
  if (estimatedRows === undefined) return exact
  if (preferences.count === 'planned') return estimatedRows
  if (exact !== undefined && maxRows !== undefined && exact <= maxRows) return exact
  return plan.kind === 'read' ? Math.max(exact ?? 0, estimatedRows) : exact
}

interface ContentRange {
  text: string
  isPartial: boolean
}

/** Returns `Content-Range`; undefined for PUT. Throws PGRST103 for an offset beyond the last row. */
export function rangeOf(plan: Plan, row: ResultRow, total: number | undefined): ContentRange | undefined {
  const rows = Number(row.row_count)
  const all = total ?? '*'
  if (plan.kind === 'mutation') {
    if (plan.verb === 'put') return undefined
    const isUpdate = plan.verb === 'update' && rows > 0
    return { text: `${isUpdate ? `0-${rows - 1}` : '*'}/${all}`, isPartial: false }
  }
  const { offset } = plan.root
  if (total !== undefined && offset > total) {
    const details = `An offset of ${offset} was requested, but there are only ${total} rows.`
    throw rangeNotSatisfiable(details, `*/${total}`)
  }
  const text = rows === 0 ? `*/${all}` : `${offset}-${offset + rows - 1}/${all}`
  return { text, isPartial: total !== undefined && rows < total }
}
