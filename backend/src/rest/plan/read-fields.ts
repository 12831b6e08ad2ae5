import type { FieldPath } from '../parse/syntax.ts'
import type { Relation } from '../schema/catalog.ts'
import type { OutputColumn, PlannedCondition, PlannedField, ReadNode } from './plan.ts'

/** Returns a field of a node, with its type if the relation has it. */
export function toField(node: ReadNode, field: FieldPath): PlannedField {
  const column = node.relation?.columns.get(field.name)
  const representation = field.path.length === 0 ? column?.representation : undefined
  return { node: node.id, field, baseType: column?.baseType, representation }
}

/** Returns the last key of the JSON path, or else the column. */
export function outputKey({ name, path }: FieldPath): string {
  const last = path.findLast((step) => 'key' in step)
  return last && 'key' in last ? last.key : name
}

/** Returns true when the node uses a computed field of the relation. */
export function isComputing(node: ReadNode, relation: Relation): boolean {
  return listFieldNames(node).some((name) => !relation.columns.has(name))
}

/** Returns the names of the node's own fields that the statement uses. */
export function listFieldNames(node: ReadNode): string[] {
  const selected = node.columns.flatMap((column) => (column.kind === 'field' && column.field ? [column.field] : []))
  const ordered = node.order.filter(({ embed }) => embed === undefined).map(({ field }) => field)
  const own = [...selected, ...ordered, ...node.conditions.flatMap(listFilterFields)]
  return [...new Set(own.filter((field) => field.node === node.id).map(({ field }) => field.name))]
}

function listFilterFields(condition: PlannedCondition): PlannedField[] {
  if (condition.kind === 'exists') return []
  return condition.kind === 'filter' ? [condition.field] : condition.conditions.flatMap(listFilterFields)
}

/** Replaces `*` by the relation's columns. */
export function expandAll(node: ReadNode): void {
  const names = [...(node.relation?.columns.keys() ?? [])]
  node.columns = node.columns.flatMap((column): OutputColumn[] => {
    if (column.kind !== 'all') return [column]
    return names.map((name) => ({
      kind: 'field',
      key: name,
      field: toField(node, { name, path: [] }),
      cast: undefined,
      aggregate: undefined,
      aggregateCast: undefined,
    }))
  })
}

/** Returns the keys of a row's JSON object, in order. */
export function keysOf(node: ReadNode): string[] {
  const columns = node.columns.flatMap((column) =>
    column.kind === 'all' ? [...(node.relation?.columns.keys() ?? [])] : [column.key],
  )
  const embeds = node.embeds.flatMap((embed) => {
    if (embed.isHidden) return []
    return embed.isSpread ? embed.keys : [embed.key]
  })
  return [...columns, ...embeds]
}
