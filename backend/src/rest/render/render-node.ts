import { quoteIdentifier } from '../../postgres/statements/identifiers.ts'
import type { OutputColumn, PlannedCondition, PlannedEmbed, PlannedOrder, ReadNode } from '../plan/plan.ts'
import type { Relation } from '../schema/catalog.ts'
import { qualified, renderCast, renderComparison, renderConversion, renderField, rowName } from './expressions.ts'
import type { Parameters } from './parameters.ts'

/** The name of the CTE with the rows of a mutation or call. */
export const RESULT = 'result_rows'

/**
 * Renders `select … from … where … order by … limit …` of a node with its embeds. `isGroupedByParent` is true for a spread
 * whose columns the parent groups.
 */
export function renderSelect(node: ReadNode, parameters: Parameters, join?: string, isGroupedByParent = false): string {
  const needsEquality = isGroupedByParent || node.isGrouped
  const columns = node.columns.map((column) => renderColumn(column, parameters))
  const embeds = node.embeds.filter((embed) => !embed.isHidden && !embed.isSpread)
  const spreads = node.embeds.filter((embed) => !embed.isHidden && embed.isSpread)
  const embedded = embeds.map((embed) => renderEmbed(embed, needsEquality, parameters))
  const spreadColumns = spreads.flatMap((embed) =>
    embed.keys.map((key) => `${rowName(embed.node.id)}.${quoteIdentifier(key)}`),
  )
  const laterals = spreads.map((embed) => renderLateral(embed, needsEquality, parameters))
  const list = [...columns, ...embedded, ...spreadColumns]
  const where = renderWhere(node, parameters, join)
  return [
    `select ${list.join(', ')} from ${renderSource(node)}${laterals.join('')}`,
    where,
    renderGrouping(node, list.length),
    renderOrder(node.order, parameters),
    renderRange(node, parameters),
  ]
    .filter((part) => part !== '')
    .join(' ')
}

export function renderSource({ id, source }: ReadNode): string {
  if (source.kind === 'relation') return `${qualified(source.relation.schema, source.relation.name)} as ${rowName(id)}`
  if (source.kind === 'result') return `${RESULT} as ${rowName(id)}`
  const { parent, routine } = source
  const argument =
    parent.source.kind === 'result' && parent.relation
      ? renderWholeRow(parent.relation, rowName(parent.id))
      : rowName(parent.id)
  return `${qualified(routine.schema, routine.name)}(${argument}) as ${rowName(id)}`
}

/** Rows of a CTE have no type and may have more columns than the relation. */
function renderWholeRow({ schema, name, columns }: Relation, row: string): string {
  const list = [...columns.keys()].map((column) => `${row}.${quoteIdentifier(column)}`)
  return `row(${list.join(', ')})::${qualified(schema, name)}`
}

function renderColumn(column: OutputColumn, parameters: Parameters): string {
  if (column.kind === 'all') return `${rowName(column.node)}.*`
  const { field, cast, aggregate, aggregateCast, key } = column
  // Without a field the row itself is counted, here or by an ancestor.
  const nothing = aggregate ? '*' : '1'
  const isShown = cast === undefined && aggregate === undefined
  const shown =
    field && renderConversion(isShown ? field.representation?.toJson : undefined, renderField(field, parameters))
  const value = shown === undefined ? nothing : renderCast(shown, cast)
  const whole = aggregate ? renderCast(`${aggregate}(${value})`, aggregateCast) : value
  return `${whole} as ${quoteIdentifier(key)}`
}

/** Renders a correlated scalar subquery. It runs only for the rows that remain after order and limit. */
function renderEmbed(embed: PlannedEmbed, needsEquality: boolean, parameters: Parameters): string {
  const inner = `e${embed.node.id}`
  const select = renderSelect(embed.node, parameters, renderJoin(embed))
  const rows = embed.isToMany ? `coalesce(json_agg(${inner}.*), '[]')` : `row_to_json(${inner}.*)`
  const subquery = `(select ${rows} from (${select}) ${inner})`
  return `${subquery}${castForEquality(needsEquality)} as ${quoteIdentifier(embed.key)}`
}

/** Renders a lateral join for a spread, whose columns belong to the parent. */
function renderLateral(embed: PlannedEmbed, needsEquality: boolean, parameters: Parameters): string {
  const select = renderSelect(embed.node, parameters, renderJoin(embed), needsEquality && !embed.isToMany)
  const name = rowName(embed.node.id)
  if (!embed.isToMany) return ` left join lateral (${select}) ${name} on true`
  const inner = `e${embed.node.id}`
  const arrays = embed.keys.map((key) => {
    const column = quoteIdentifier(key)
    return `coalesce(json_agg(${inner}.${column}), '[]')${castForEquality(needsEquality)} as ${column}`
  })
  return ` left join lateral (select ${arrays.join(', ')} from (${select}) ${inner}) ${name} on true`
}

/** Grouping compares values, and json has no equality. */
function castForEquality(needsEquality: boolean): string {
  return needsEquality ? '::jsonb' : ''
}

/** Renders the join condition between an embed and its parent. */
function renderJoin({ relationship, parent, node, junctionNode }: PlannedEmbed): string {
  const equal = (left: number, right: number) => (pair: [string, string]) =>
    `${rowName(right)}.${quoteIdentifier(pair[1])} = ${rowName(left)}.${quoteIdentifier(pair[0])}`
  const { junction } = relationship
  if (!junction) return relationship.columns.map(equal(parent, node.id)).join(' and ')
  const { schema, name } = junction.relation
  const pairs = [
    ...junction.originColumns.map(equal(parent, junctionNode)),
    ...junction.targetColumns.map(equal(junctionNode, node.id)),
  ]
  return `exists (select 1 from ${qualified(schema, name)} as ${rowName(junctionNode)} where ${pairs.join(' and ')})`
}

/** Renders `where …`, or nothing. */
export function renderWhere(node: ReadNode, parameters: Parameters, join = ''): string {
  const conditions = node.conditions.map((condition) => renderCondition(condition, parameters))
  const all = [join, ...conditions].filter((text) => text !== '')
  return all.length === 0 ? '' : `where ${all.join(' and ')}`
}

export function renderCondition(condition: PlannedCondition, parameters: Parameters): string {
  const not = condition.negated ? 'not ' : ''
  switch (condition.kind) {
    case 'filter':
      return `${not}(${renderComparison(condition.field, condition.operation, parameters)})`
    case 'group': {
      const inner = condition.conditions.map((each) => renderCondition(each, parameters))
      return `${not}(${inner.join(` ${condition.connective} `)})`
    }
    case 'exists':
      return `${not}${renderExists(condition.embed, parameters)}`
  }
}

function renderExists(embed: PlannedEmbed, parameters: Parameters): string {
  const { node } = embed
  const where = renderWhere(node, parameters, renderJoin(embed))
  // A range matters only if it can exclude every row.
  const range = node.limit === 0 || node.offset > 0 ? ` ${renderRange(node, parameters)}` : ''
  return parameters.countSubquery(`exists (select 1 from ${renderSource(node)} ${where}${range})`)
}

function renderGrouping(node: ReadNode, columns: number): string {
  if (!node.isGrouped) return ''
  const positions = node.columns.map((column) => column.kind === 'field' && column.aggregate !== undefined)
  const grouped = Array.from({ length: columns }, (_, i) => i).filter((i) => !positions[i])
  return grouped.length === 0 ? '' : `group by ${grouped.map((i) => i + 1).join(', ')}`
}

export function renderOrder(order: PlannedOrder[], parameters: Parameters): string {
  const terms = order.map(({ field, embed, direction, nulls }) => {
    const value = embed
      ? renderRelatedField(embed, renderField(field, parameters), parameters)
      : renderField(field, parameters)
    return [value, direction, nulls && `nulls ${nulls}`].filter(Boolean).join(' ')
  })
  return terms.length === 0 ? '' : `order by ${terms.join(', ')}`
}

function renderRelatedField(embed: PlannedEmbed, field: string, parameters: Parameters): string {
  const where = renderWhere(embed.node, parameters, renderJoin(embed))
  const range = renderRange({ ...embed.node, limit: Math.min(embed.node.limit ?? 1, 1) }, parameters)
  return parameters.countSubquery(`(select ${field} from ${renderSource(embed.node)} ${where} ${range})`)
}

/** The limit is part of the text, because a generic plan for any limit is slow. The offset is a parameter. */
export function renderRange({ limit, offset }: ReadNode, parameters: Parameters): string {
  const parts = [
    limit === undefined ? '' : `limit ${Math.trunc(limit)}`,
    offset === 0 ? '' : `offset ${parameters.bind(String(offset))}`,
  ]
  return parts.filter((part) => part !== '').join(' ')
}
