import {
  filterRequired,
  maxAffectedNeedsSet,
  preferencesInvalid,
  putRangeNotAllowed,
  tableNotFound,
} from '../errors.ts'
import { isObject, mediaType, type Payload, parsePayload, readJson } from '../http/body.ts'
import { type Format, negotiateFormat, type Producible } from '../http/media-types.ts'
import type { Preferences } from '../http/preferences.ts'
import type { Query } from '../parse/syntax.ts'
import { findRelation, type Relation } from '../schema/catalog.ts'
import { isRawBody } from './call-query.ts'
import { chooseRoutine } from './choose-routine.ts'
import { mayShowEstimates } from './hidden-rows.ts'
import type { CallArguments, MutationPlan, Plan } from './plan.ts'
import { resolveCall } from './resolve-call.ts'
import { resolveMutation } from './resolve-mutation.ts'
import { type ReadContext, resolveRead } from './resolve-read.ts'
import { findSimilar } from './similar-names.ts'

const TABLE_SIMILARITY = 0.75

export interface PlanRequest {
  context: ReadContext
  method: string
  name: string
  preferences: Preferences
  accept: string | null
  contentType: string | null
  body: string
  planEnabled: boolean
  safeUpdate: boolean
}

export interface Resolved {
  plan: Plan
  format: Format
  /** Set if a count may be estimated by the query planner. */
  mayEstimate: boolean
}

const VERBS: Record<string, MutationPlan['verb']> = { POST: 'insert', PATCH: 'update', PUT: 'put', DELETE: 'delete' }

/** Plans a request to a relation. The order of the checks is PostgREST's (rest 1). */
export function resolveRelationRequest(request: PlanRequest): Resolved {
  const { context, method, preferences } = request
  const verb = VERBS[method]
  if (verb === 'put' && context.query.ranges.some(({ path }) => path.length === 0)) throw putRangeNotAllowed()
  const payload = verb && verb !== 'delete' ? readPayload(request) : undefined
  const relation = getRelation(context, request.name)
  if (!verb) {
    const plan: Plan = { kind: 'read', root: resolveRead(context, relation, { kind: 'relation', relation }) }
    const resolved = resolveFormat(request, plan)
    requireValidPreferences(preferences)
    return resolved
  }
  const plan = resolveMutation(context, relation, { verb, payload, preferences })
  requireValidPreferences(preferences)
  const resolved = resolveFormat(request, plan)
  if (request.safeUpdate) requireFilter(plan)
  return resolved
}

function resolveFormat(request: PlanRequest, plan: Plan): Resolved {
  const { catalog, role } = request.context
  const mayEstimate = mayShowEstimates(catalog, role, plan)
  return { plan, format: negotiateFormat(request.accept, listProducible(request, plan, mayEstimate)), mayEstimate }
}

/** Returns the media types that the rows can be written in: first that of the function, then those of aggregates. */
function listProducible({ context, planEnabled }: PlanRequest, plan: Plan, mayEstimate: boolean): Producible {
  const routine = plan.kind === 'call' ? plan.routine : undefined
  const { relation } = plan.root
  const { catalog, query } = context
  const [item, ...others] = query.select
  const isDefault = item?.kind === 'star' && others.length === 0
  const own = routine?.mediaType ? [{ ...routine, mediaType: routine.mediaType, aggregate: undefined }] : []
  const ofRows = routine && routine.returns !== 'rows' ? [] : catalog.mediaAggregates
  const specific = ofRows.filter(
    ({ relationOid }) => isDefault && relationOid !== null && relationOid === relation?.oid,
  )
  const general = ofRows.filter(({ relationOid }) => relationOid === null)
  const aggregates = [...specific, ...general].map((aggregate) => ({ ...aggregate, aggregate }))
  return {
    planEnabled: planEnabled && mayEstimate,
    geoJsonSchema: catalog.geoJsonSchema,
    handlers: [...own, ...aggregates],
  }
}

function readPayload({ contentType, body, context, method }: PlanRequest): Payload {
  return parsePayload(contentType, body, method === 'PUT' ? undefined : context.query.columns)
}

/** Returns the relation with a name. Throws PGRST205 with the most similar name that the role may see. */
export function getRelation(
  { catalog, schema, role }: Pick<ReadContext, 'catalog' | 'schema' | 'role'>,
  name: string,
): Relation {
  const relation = findRelation(catalog, schema, name)
  if (relation) return relation
  const visible = [...catalog.relations.values()].filter(
    (each) => each.schema === schema && each.visibleTo.includes(role),
  )
  const similar = findSimilar(
    name,
    visible.map((each) => each.name),
    TABLE_SIMILARITY,
  )
  throw tableNotFound(schema, name, similar === undefined ? null : `Perhaps you meant the table '${schema}.${similar}'`)
}

function requireValidPreferences({ handling, invalid }: Preferences): void {
  if (handling === 'strict' && invalid.length > 0) throw preferencesInvalid(invalid)
}

/** Rejects writes without a filter, which would change every row (rest 17). */
function requireFilter({ verb, conditions, columns }: MutationPlan): void {
  if (conditions.length > 0) return
  if (verb === 'delete') throw filterRequired('DELETE')
  if (verb === 'update' && columns.length > 0) throw filterRequired('UPDATE')
}

/** Plans the call of a function. */
export function resolveRoutineRequest(request: PlanRequest): Resolved {
  const { context, method, name, preferences } = request
  const type = method === 'POST' ? mediaType(request.contentType) : undefined
  const given = method === 'POST' ? readArguments(request) : queryArguments(context.query)
  const { routine, takesBody } = chooseRoutine(context.catalog, {
    schema: context.schema,
    role: context.role,
    name,
    names: argumentNames(given),
    contentType: type,
  })
  const used = takesBody
    ? toBodyArgument(given, request.body)
    : collectVariadic(given, routine.parameters, context.query)
  const plan = resolveCall(context, routine, used)
  const resolved = resolveFormat(request, plan)
  requireValidPreferences(preferences)
  const limited = preferences.handling === 'strict' && preferences.maxAffected !== undefined
  if (limited && !routine.returnsSet) throw maxAffectedNeedsSet()
  return resolved
}

function readArguments({ contentType, body, context }: PlanRequest): CallArguments {
  const type = mediaType(contentType)
  const { columns } = context.query
  if (isRawBody(type)) return { kind: 'body', body }
  if (type === 'application/x-www-form-urlencoded') {
    return { kind: 'values', values: new Map(new URLSearchParams(body)) }
  }
  if (type === 'text/csv') {
    const payload = parsePayload(contentType, body, columns)
    return { kind: 'json', body: payload.text, names: payload.keys, isArray: true }
  }
  if (type !== 'application/json') parsePayload(contentType, body, columns)
  if (body.trim() === '') return { kind: 'json', body: '{}', names: columns ?? [], isArray: false }
  if (columns && body.trimStart().startsWith('{')) return { kind: 'json', body, names: columns, isArray: false }
  const value = readJson(body)
  const first: unknown = Array.isArray(value) ? value[0] : value
  if (!isObject(first)) return { kind: 'json', body: '{}', names: columns ?? [], isArray: false }
  return { kind: 'json', body, names: columns ?? Object.keys(first), isArray: Array.isArray(value) }
}

/** An empty body leaves the parameter to its default. A form has its own values. */
function toBodyArgument(given: CallArguments, body: string): CallArguments {
  if (given.kind === 'values') return given
  return body === '' && given.kind === 'json' ? { kind: 'none' } : { kind: 'body', body }
}

function queryArguments({ callArguments }: Query): CallArguments {
  return { kind: 'values', values: new Map(callArguments) }
}

function argumentNames(given: CallArguments): string[] {
  if (given.kind === 'json') return given.names
  return given.kind === 'values' ? [...given.values.keys()] : []
}

/** Repeated parameters form a list for a variadic one. For all others the last one wins. */
function collectVariadic(
  given: CallArguments,
  parameters: { name: string; variadic: boolean }[],
  { callArguments }: Query,
): CallArguments {
  const last = parameters.at(-1)
  if (given.kind !== 'values' || !last?.variadic || !given.values.has(last.name)) return given
  const list = callArguments.filter(([name]) => name === last.name).map(([, value]) => value)
  const isLiteral = list.length === 1 && list[0]?.startsWith('{')
  return isLiteral ? given : { kind: 'values', values: new Map([...given.values, [last.name, list] as never]) }
}
