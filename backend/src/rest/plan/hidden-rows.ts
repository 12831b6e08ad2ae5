import type { Catalog } from '../schema/catalog.ts'
import type { Plan, PlannedEmbed, ReadNode } from './plan.ts'
import { listFieldNames } from './read-fields.ts'

/**
 * Returns true if the caller may see estimates and execution plans of PostgreSQL. They count rows that RLS policies
 * hide, so a role under RLS sees them only when nothing in the plan can hide a row (rest 8).
 */
export function mayShowEstimates({ rolesBypassingRls }: Catalog, role: string, plan: Plan): boolean {
  return rolesBypassingRls.has(role) || (plan.kind !== 'call' && !readsHiddenRows(plan.root))
}

/** Functions may read anything, and PostgreSQL may inline them into the plan. */
function readsHiddenRows(node: ReadNode): boolean {
  const { relation } = node
  if (!relation || relation.mayHideRows || node.source.kind === 'computed') return true
  return listFieldNames(node).some((name) => !relation.columns.has(name)) || node.embeds.some(embedsHiddenRows)
}

function embedsHiddenRows({ node, relationship }: PlannedEmbed): boolean {
  return relationship.junction?.relation.mayHideRows === true || readsHiddenRows(node)
}
