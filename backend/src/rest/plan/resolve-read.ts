import { aggregatesDisabled, embedKeyTwice, embedNotSelected, notImplemented } from '../errors.ts'
import { toPathKey } from '../parse/parse-query.ts'
import type { Condition, EmbedItem, FieldItem, OrderTerm, Query, Range, SelectItem, Targeted } from '../parse/syntax.ts'
import type { Catalog, Relation } from '../schema/catalog.ts'
import { findRelationship } from './find-relationship.ts'
import type { OutputColumn, PlannedEmbed, ReadNode, Source } from './plan.ts'
import { type NamedEmbed, toCondition, toOrder } from './read-conditions.ts'
import { expandAll, isComputing, keysOf, outputKey, toField } from './read-fields.ts'

export interface ReadContext {
  catalog: Catalog
  /** The caller's role. Hints do not offer names that it may not see. */
  role: string
  schema: string
  exposed: string[]
  query: Query
  /** Maximum number of rows, for the root and for each embed. */
  maxRows: number | undefined
  aggregatesEnabled: boolean
}

/** Plans the read of a relation or of a result, with all embeds. */
export function resolveRead(context: ReadContext, relation: Relation | undefined, source: Source): ReadNode {
  return new ReadResolver(context).resolve(relation, source)
}

/** A position in the tree of embeds. */
interface Place {
  /** The keys of the paths of parameters that refer to it, with a name or an alias for each level. */
  paths: string[]
  depth: number
}

class ReadResolver {
  readonly #context: ReadContext
  /** The parameters by the keys of their paths: there may be thousands of each, and a thousand paths to an embed. */
  readonly #conditions: Map<string, Targeted<Condition>[]>
  readonly #orders: Map<string, OrderTerm[]>
  readonly #ranges: Map<string, Range>
  #nextId = 0

  constructor(context: ReadContext) {
    const { conditions, orders, ranges } = context.query
    this.#context = context
    this.#conditions = Map.groupBy(conditions, ({ path }) => toPathKey(path))
    this.#orders = new Map(orders.map(({ path, value }) => [toPathKey(path), value]))
    this.#ranges = new Map(ranges.map(({ path, value }) => [toPathKey(path), value]))
  }

  resolve(relation: Relation | undefined, source: Source): ReadNode {
    this.#checkTargets()
    return this.#resolveNode(this.#context.query.select, relation, source, { paths: [toPathKey([])], depth: 0 })
  }

  #resolveNode(items: SelectItem[], relation: Relation | undefined, source: Source, place: Place): ReadNode {
    const { paths, depth } = place
    const node: ReadNode = {
      id: this.#takeId(),
      relation,
      source,
      columns: [],
      embeds: [],
      conditions: [],
      order: [],
      limit: undefined,
      offset: 0,
      isGrouped: false,
    }
    const named: NamedEmbed[] = []
    for (const item of items) {
      if (item.kind === 'embed') named.push({ item, embed: this.#resolveEmbed(item, node, place, named) })
      else if (item.kind === 'star') node.columns.push({ kind: 'all', node: node.id })
      else node.columns.push(this.#resolveColumn(item, node))
    }
    node.embeds = named.map(({ embed }) => embed)
    requireDistinctKeys(node, depth + 1)
    if (relation?.isRepresented) expandAll(node)
    this.#liftAggregates(node)
    this.#group(node)
    this.#addConditions(node, named, paths)
    this.#addOrder(node, named, paths)
    this.#addRange(node, paths)
    // Computed columns of a result are beside its own columns, so a star would include them.
    if (source.kind === 'result' && relation && isComputing(node, relation)) expandAll(node)
    return node
  }

  #resolveColumn(item: FieldItem, node: ReadNode): OutputColumn {
    if (item.aggregate && !this.#context.aggregatesEnabled) throw aggregatesDisabled()
    const { cast, aggregate, aggregateCast } = item
    const key = item.alias ?? aggregate ?? (item.field ? outputKey(item.field) : 'count')
    return {
      kind: 'field',
      key,
      field: item.field && toField(node, item.field),
      cast,
      aggregate,
      aggregateCast,
    }
  }

  #resolveEmbed(item: EmbedItem, parent: ReadNode, { paths, depth }: Place, earlier: NamedEmbed[]): PlannedEmbed {
    if (!parent.relation)
      throw notImplemented('Embeds need rows of a table or view, which this function does not return.')
    const { catalog, schema, exposed, role } = this.#context
    const { name: target, hint } = item
    const relationship = findRelationship(catalog, { origin: parent.relation, target, hint, schema, exposed, role })
    const { routine, cardinality } = relationship
    const source: Source = routine
      ? { kind: 'computed', routine, parent }
      : { kind: 'relation', relation: relationship.target }
    const taken = new Set(earlier.flatMap(({ item: other }) => [other.name, other.alias]))
    const names = [item.alias, item.name].filter((name) => name !== undefined && !taken.has(name)) as string[]
    const ownPaths = paths.flatMap((path) => names.map((name) => (path === '' ? '' : `${path},`) + toPathKey([name])))
    const node = this.#resolveNode(item.items, relationship.target, source, { paths: ownPaths, depth: depth + 1 })
    const isToMany = cardinality === 'one-to-many' || cardinality === 'many-to-many'
    if (isToMany && item.spread && node.columns.some((column) => column.kind === 'field' && column.aggregate)) {
      throw notImplemented('Aggregates are not implemented for one-to-many or many-to-many spreads.')
    }
    if (isToMany && item.spread) expandAll(node)
    const embed: PlannedEmbed = {
      key: item.alias ?? item.name,
      parent: parent.id,
      relationship,
      isToMany,
      isSpread: item.spread,
      isHidden: item.items.length === 0 || (node.columns.length === 0 && node.embeds.every((inner) => inner.isHidden)),
      junctionNode: relationship.junction ? this.#takeId() : 0,
      node,
      keys: item.spread ? keysOf(node) : [],
    }
    // A limit has no effect on a single row and would hinder the planner.
    if (!isToMany && node.limit === this.#context.maxRows) node.limit = undefined
    if (!isToMany && !relationship.isProven) node.limit = Math.min(node.limit ?? 1, 1)
    if (item.inner) parent.conditions.push({ kind: 'exists', negated: false, embed, isInner: true })
    return embed
  }

  /** Moves aggregates of a to-one spread to the parent. */
  #liftAggregates(node: ReadNode): void {
    for (const embed of node.embeds) {
      if (!embed.isSpread || embed.isToMany) continue
      embed.node.columns = embed.node.columns.map((column, i): OutputColumn => {
        if (column.kind !== 'field' || !column.aggregate) return column
        const inner = `aggregated ${i}`
        const field = {
          node: embed.node.id,
          field: { name: inner, path: [] },
          baseType: undefined,
          representation: undefined,
        }
        node.columns.push({ ...column, field, cast: undefined })
        return { ...column, key: inner, aggregate: undefined, aggregateCast: undefined }
      })
      embed.node.isGrouped = false
      embed.keys = keysOf(embed.node).filter((key) => !key.startsWith('aggregated '))
    }
  }

  #group(node: ReadNode): void {
    node.isGrouped = node.columns.some((column) => column.kind === 'field' && column.aggregate !== undefined)
    if (node.isGrouped) expandAll(node)
  }

  #addConditions(node: ReadNode, named: NamedEmbed[], paths: string[]): void {
    const own = paths.flatMap((path) => this.#conditions.get(path) ?? [])
    node.conditions.push(...own.map(({ value }) => toCondition(value, node, named)))
  }

  #addOrder(node: ReadNode, named: NamedEmbed[], paths: string[]): void {
    const terms = findFirst(this.#orders, paths)
    node.order = (terms ?? []).map((term) => toOrder(term, node, named))
  }

  #addRange(node: ReadNode, paths: string[]): void {
    const range = findFirst(this.#ranges, paths)
    const limits = [range?.limit, this.#context.maxRows].filter((limit) => limit !== undefined)
    node.limit = limits.length === 0 ? undefined : Math.max(0, Math.min(...limits))
    node.offset = range?.offset ?? 0
  }

  /** Requires that every parameter refers to a selected embed. */
  #checkTargets(): void {
    const { select, conditions, orders, ranges } = this.#context.query
    for (const { path } of [...conditions, ...orders, ...ranges]) {
      let items = select
      for (const name of path) {
        const embed = items.find((item) => item.kind === 'embed' && (item.alias === name || item.name === name))
        if (embed?.kind !== 'embed') throw embedNotSelected(name)
        items = embed.items
      }
    }
  }

  #takeId(): number {
    this.#nextId += 1
    return this.#nextId - 1
  }
}

/** Two embeds with the same key would produce a JSON object with a duplicate key. */
function requireDistinctKeys({ relation, embeds }: ReadNode, depth: number): void {
  const keys = embeds.filter((embed) => !embed.isHidden && !embed.isSpread).map((embed) => embed.key)
  const twice = keys.find((key, i) => keys.indexOf(key) < i)
  if (twice !== undefined) throw embedKeyTwice(relation?.name ?? '', twice, depth)
}

function findFirst<Value>(values: Map<string, Value>, keys: string[]): Value | undefined {
  const key = keys.find((each) => values.has(each))
  return key === undefined ? undefined : values.get(key)
}
