import { isDeepStrictEqual } from 'node:util'
import { embedNotSelected, relatedOrderNotToOne } from '../errors.ts'
import type { Condition, EmbedItem, Filter, OrderTerm } from '../parse/syntax.ts'
import type { PlannedCondition, PlannedEmbed, PlannedOrder, ReadNode } from './plan.ts'
import { toField } from './read-fields.ts'

/** A selected embed and its item in `select`, which has the names that parameters use. */
export interface NamedEmbed {
  item: EmbedItem
  embed: PlannedEmbed
}

/** Plans a condition. `e=is.null` on an embed `e` becomes a condition on the existence of its rows. */
export function toCondition(condition: Condition, node: ReadNode, named: NamedEmbed[]): PlannedCondition {
  if (condition.kind === 'group') {
    return { ...condition, conditions: condition.conditions.map((inner) => toCondition(inner, node, named)) }
  }
  const embed = findNullFiltered(condition, named)
  const { field, negated, operation } = condition
  if (!embed) return { kind: 'filter', field: toField(node, field), negated, operation }
  const isNotNull = operation.kind === 'is' && operation.value === 'not_null'
  return { kind: 'exists', negated: negated === isNotNull, embed, isInner: false }
}

/** Returns the embed of `e=is.null` if `e` is an embed of this level. */
function findNullFiltered({ field, operation }: Filter, named: NamedEmbed[]): PlannedEmbed | undefined {
  if (field.path.length > 0 || operation.kind !== 'is') return undefined
  if (operation.value !== 'null' && operation.value !== 'not_null') return undefined
  return named.find(({ item }) => (item.alias ?? item.name) === field.name)?.embed
}

/** Plans a term of `order`. Throws PGRST108 and 118 for an embed that is not selected or not to one row. */
export function toOrder(term: OrderTerm, node: ReadNode, named: NamedEmbed[]): PlannedOrder {
  const { direction, nulls } = term
  if (term.embed === undefined) return { field: toField(node, term.field), embed: undefined, direction, nulls }
  const found = named.find(({ item }) => (item.alias ?? item.name) === term.embed)
  if (!found) throw embedNotSelected(term.embed)
  if (found.embed.isToMany) throw relatedOrderNotToOne(node.relation?.name ?? '', term.embed)
  const field = toField(found.embed.node, term.field)
  const key = node.isGrouped ? findSpreadKey(found.embed, term) : undefined
  if (key === undefined) return { field, embed: found.embed, direction, nulls }
  return { field: { ...field, field: { name: key, path: [] } }, embed: undefined, direction, nulls }
}

/**
 * Returns the key under which a spread shows the field of a term. Groups are ordered by this column, because a subquery
 * of the field does not count as grouped.
 */
function findSpreadKey({ isSpread, keys, node }: PlannedEmbed, { field }: OrderTerm): string | undefined {
  if (!isSpread) return undefined
  const shown = node.columns
    .filter((column) => column.kind === 'field')
    .find((column) => keys.includes(column.key) && !column.cast && isDeepStrictEqual(column.field?.field, field))
  if (shown) return shown.key
  const showsAll = node.columns.some((column) => column.kind === 'all')
  return showsAll && field.path.length === 0 && keys.includes(field.name) ? field.name : undefined
}
