import { quoteIdentifier } from '../../postgres/statements/identifiers.ts'
import type { Format } from '../http/media-types.ts'
import type { CountKind, Plan, ReadNode } from '../plan/plan.ts'
import { VALUE } from '../plan/resolve-call.ts'
import { qualified } from './expressions.ts'
import { Parameters } from './parameters.ts'
import { renderCall } from './render-call.ts'
import { renderMutation } from './render-mutation.ts'
import { RESULT, renderSelect, renderSource, renderWhere } from './render-node.ts'

export interface Statement {
  text: string
  parameters: string[]
}

export interface RenderOptions {
  format: Format
  count: CountKind | undefined
  /** Set for HEAD: rows are counted but not aggregated. */
  withoutBody: boolean
  /** Stops an exact count of a read at this number. */
  countLimit: number | undefined
  /** Counts the rows that a mutation changes, also those that the response groups or leaves out. */
  countsAffected?: boolean
}

/**
 * Renders the statement of a request. Its only row has `row_count`, `total` (null unless requested), `body`, `headers`,
 * `status`, and for mutations `inserted`, `location` and, on request, `affected`.
 */
export function renderStatement(plan: Plan, options: RenderOptions): Statement {
  const parameters = new Parameters()
  const text = renderPlan(plan, options, parameters)
  if (options.format.kind !== 'plan') return { text, parameters: parameters.values }
  const { asJson, options: wanted } = options.format
  const settings = [`format ${asJson ? 'json' : 'text'}`, ...wanted]
  return { text: `explain (${settings.join(', ')}) ${text}`, parameters: parameters.values }
}

/** Renders `explain` of the rows that `count=planned` and `estimated` count. */
export function renderCountEstimate(root: ReadNode): Statement {
  const parameters = new Parameters()
  const text = `explain (format json) select 1 from ${renderSource(root)} ${renderWhere(root, parameters)}`
  return { text, parameters: parameters.values }
}

function renderPlan(plan: Plan, options: RenderOptions, parameters: Parameters): string {
  switch (plan.kind) {
    case 'read':
      return wrap(plan, [], renderSelect(plan.root, parameters), options, parameters)
    case 'mutation': {
      const source = `${RESULT} as (${renderMutation(plan, parameters)})`
      const rows = plan.returnKind === 'minimal' ? `select 1 from ${RESULT}` : renderSelect(withKeys(plan), parameters)
      return wrap(plan, [source], rows, options, parameters)
    }
    case 'call': {
      if (plan.routine.returns === 'void') return wrap(plan, [], renderCall(plan, parameters), options, parameters)
      const source = `${RESULT} as (${renderCall(plan, parameters)})`
      return wrap(plan, [source], renderSelect(plan.root, parameters), options, parameters)
    }
  }
}

/** Location needs the primary key, whatever was selected. */
function withKeys(plan: Extract<Plan, { kind: 'mutation' }>): ReadNode {
  if (plan.returnKind !== 'headers-only') return plan.root
  const keys = plan.relation.primaryKey.map((name) => ({
    kind: 'field' as const,
    key: name,
    field: { node: plan.root.id, field: { name, path: [] }, baseType: undefined, representation: undefined },
    cast: 'text',
    aggregate: undefined,
    aggregateCast: undefined,
  }))
  return { ...plan.root, columns: keys, embeds: [], order: [] }
}

function wrap(plan: Plan, sources: string[], rows: string, options: RenderOptions, parameters: Parameters): string {
  const total = renderTotal(plan, options, parameters)
  const columns = [
    'count(*)::text as row_count',
    `${total}::text as total`,
    `${renderBody(plan, options)} as body`,
    `current_setting('response.headers', true) as headers`,
    `current_setting('response.status', true) as status`,
  ]
  if (plan.kind === 'mutation') {
    columns.push(`current_setting('request.inserted', true) as inserted`, `${renderLocation(plan)} as location`)
    if (options.countsAffected) columns.push(`(select count(*) from ${RESULT})::text as affected`)
  }
  const ctes = [...sources, `shown as materialized (${rows})`]
  // A subquery can be optimised with its parent. CSV needs the rows twice.
  const isInline = formatOf(options).kind !== 'csv'
  const from = isInline ? `(${rows}) t` : 'shown t'
  const list = isInline ? sources : ctes
  return `${list.length === 0 ? '' : `with ${list.join(', ')} `}select ${columns.join(', ')} from ${from}`
}

function formatOf({ format }: RenderOptions): Exclude<Format, { kind: 'plan' }> {
  return format.kind === 'plan' ? formatOf({ format: format.of } as RenderOptions) : format
}

function renderBody(plan: Plan, options: RenderOptions): string {
  if (options.withoutBody || (plan.kind === 'mutation' && plan.returnKind !== 'representation')) return 'null::text'
  if (plan.kind === 'call' && plan.routine.returns === 'void') return 'null::text'
  const format = formatOf(options)
  if (format.kind === 'csv') return CSV_BODY
  if (format.kind === 'geojson') {
    const name = format.schema === undefined ? 'st_asgeojson' : qualified(format.schema, 'st_asgeojson')
    const feature = `${name}(t.*)::json`
    return `json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(${feature}), '[]'))::text`
  }
  if (format.kind === 'media') return renderMedia(plan, format)
  const isScalar = plan.kind === 'call' && plan.routine.returns === 'scalar'
  const value = isScalar ? `t.${quoteIdentifier(VALUE)}` : 't.*'
  const all = `coalesce(json_agg(${value}), '[]')`
  return `${format.stripNulls ? `json_strip_nulls(${all})` : all}::text`
}

/**
 * Renders the result of an aggregate over the rows, or the values of a function as they are. Bytes are encoded as
 * hexadecimal.
 */
function renderMedia({ root }: Plan, { aggregate, isBinary }: Extract<Format, { kind: 'media' }>): string {
  const type = isBinary ? 'bytea' : 'text'
  const row =
    aggregate?.relationOid && root.relation ? `row(t.*)::${qualified(root.relation.schema, root.relation.name)}` : 't'
  const values = aggregate
    ? `${qualified(aggregate.schema, aggregate.name)}(${row})::${type}`
    : `string_agg(t.${quoteIdentifier(VALUE)}::${type}, '')`
  return isBinary ? `encode(${values}, 'hex')` : values
}

const CSV_BODY = `coalesce((select string_agg(k.name, ',') from (
  select json_object_keys(row_to_json(f.*)) as name from (select * from shown limit 1) f) k), '')
  || E'\\n' || coalesce(string_agg(substring(t::text, 2, length(t::text) - 2), E'\\n'), '')`

/** Renders the total. The subquery runs only if the total does not follow from the page. */
function renderTotal(plan: Plan, { count, countLimit }: RenderOptions, parameters: Parameters): string {
  if (count === undefined || (count === 'planned' && (plan.kind !== 'read' || countLimit === undefined))) return 'null'
  if (plan.kind === 'mutation') return 'count(*)'
  const { root } = plan
  if (plan.kind === 'call' && plan.routine.returns === 'void') return 'count(*)'
  if (root.limit === undefined && root.offset === 0 && !root.isGrouped) return 'count(*)'
  const limit = plan.kind === 'read' ? countLimit : undefined
  const all = renderCount(root, limit, parameters)
  if (root.isGrouped || root.limit === undefined) return all
  const isOpen = root.offset === 0 ? '' : ' and count(*) > 0'
  return `case when count(*) < ${root.limit}${isOpen} then count(*) + ${root.offset} else ${all} end`
}

/** A count that stopped at the limit is at least the end of the page. */
function renderCount(root: ReadNode, limit: number | undefined, parameters: Parameters): string {
  const bound = limit === undefined ? '' : ` limit ${limit}`
  const rows = `select 1 from ${renderSource(root)} ${renderWhere(root, parameters)}${bound}`
  const all = `(select count(*) from (${rows}) c)`
  if (limit === undefined || root.isGrouped) return all
  return `greatest(${all}, case when count(*) > 0 then count(*) + ${root.offset} end)`
}

function renderLocation({ relation, returnKind }: Extract<Plan, { kind: 'mutation' }>): string {
  if (returnKind !== 'headers-only' || relation.primaryKey.length === 0) return 'null::text'
  return `case when count(*) = 1 then (json_agg(t.*) -> 0)::text end`
}
