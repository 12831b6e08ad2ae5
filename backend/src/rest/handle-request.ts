import type { BufferedResponse } from '../http/buffered-response.ts'
import { DatabaseError } from '../postgres/statements/database-error.ts'
import { maxAffectedExceeded, putPayloadMismatch, writeScopeMissing } from './errors.ts'
import { type Executed, type Execution, execute, type ResultRow } from './execute/execute.ts'
import { listSettings, renderPreRequest, toTag } from './execute/request-settings.ts'
import { type Preferences, parsePreferences } from './http/preferences.ts'
import { applyRange } from './http/range.ts'
import { readBody } from './http/read-body.ts'
import type { Profile, Resource } from './http/resource.ts'
import { parseQuery, splitQueryString } from './parse/parse-query.ts'
import type { Query } from './parse/syntax.ts'
import type { Plan } from './plan/plan.ts'
import { type PlanRequest, type Resolved, resolveRelationRequest, resolveRoutineRequest } from './plan/resolve.ts'
import { restoreTableNames } from './plan/row-names.ts'
import { renderCountEstimate, renderStatement } from './render/render-statement.ts'
import type { RequestScope } from './request-scope.ts'
import { isSingular, requireSingular, respond } from './respond/respond.ts'
import type { RestSettings } from './settings.ts'

const WRITES_WHILE_READ_ONLY = '25006'
/** Serialization failure and deadlock. */
const RETRYABLE = ['40001', '40P01']
const MAX_WARNED = 100

/** The properties of a request that path, method and profile header decide. */
export interface Target {
  resource: Exclude<Resource, { kind: 'root' }>
  profile: Profile
}

/**
 * Passes a request through the stages: parse, plan, render, execute, respond. Throws RestError and PostgreSQL's errors.
 */
export async function handleRequest(
  scope: RequestScope,
  request: Request,
  url: URL,
  { resource, profile }: Target,
): Promise<BufferedResponse> {
  const { catalog, settings } = scope
  const { method, headers } = request
  const isCall = resource.kind === 'routine'
  const pairs = splitQueryString(url.search.slice(1))
  const parsed = parseQuery(pairs, isCall && method !== 'POST')
  const query = applyRange(parsed, method === 'GET' ? headers.get('range') : null)
  if (method === 'PATCH' || method === 'DELETE') warnOfLimit(scope, query)
  const preferences = parsePreferences(headers.get('prefer'), (name) => catalog.timeZones.has(name))
  const planRequest: PlanRequest = {
    context: {
      catalog,
      role: scope.caller.role,
      schema: (resource.kind === 'routine' && resource.schema) || profile.schema,
      exposed: settings.schemas,
      query,
      maxRows: settings.maxRows || undefined,
      aggregatesEnabled: settings.aggregatesEnabled,
    },
    method,
    name: resource.name,
    preferences,
    accept: headers.get('accept'),
    contentType: headers.get('content-type'),
    body: await readBody(request, maxBodyBytes(settings, scope.caller.role)),
    planEnabled: settings.planEnabled,
    safeUpdate: settings.safeUpdate,
  }
  scope.timing.end('parse')
  const resolved = isCall ? resolveRoutineRequest(planRequest) : resolveRelationRequest(planRequest)
  if (isReader(scope) && resolved.plan.kind === 'mutation') throw writeScopeMissing()
  const execution = toExecution(scope, request, profile, preferences, resolved)
  scope.timing.end('plan')
  const executed = await executeAgain(scope, execution).catch((error: unknown) => {
    const isWrite = error instanceof DatabaseError && error.code === WRITES_WHILE_READ_ONLY
    if (isWrite && isReader(scope) && method === 'POST') throw writeScopeMissing()
    throw nameRowsOf(error, resolved.plan)
  })
  scope.timing.end('transaction')
  return respond(
    {
      method,
      ...resolved,
      preferences,
      maxRows: settings.maxRows || undefined,
      profile: profile.isNamed ? profile.schema : undefined,
      contentLocation: resolved.plan.kind === 'read' ? toContentLocation(scope.path, pairs) : undefined,
      allowsTxOverride: settings.txEnd.endsWith('allow-override'),
    },
    executed,
  )
}

/**
 * Returns true for a token without the scope `write`. Its transactions are read-only, so that functions and triggers
 * cannot write either, even those that run as the owner.
 */
function isReader({ caller }: RequestScope): boolean {
  return caller.scoped?.mayWrite === false
}

/** Retries a read once after a serialization failure or deadlock. */
async function executeAgain({ pool, statements }: RequestScope, execution: Execution): Promise<Executed> {
  try {
    return await execute(pool, statements, execution)
  } catch (error) {
    const isRetryable = error instanceof DatabaseError && RETRYABLE.includes(error.code)
    if (!isRetryable || !execution.readOnly) throw error
    return execute(pool, statements, execution)
  }
}

/** Replaces our row aliases in a message of PostgreSQL with the names of relations. */
function nameRowsOf(error: unknown, plan: Plan): unknown {
  if (error instanceof DatabaseError) {
    error.message = restoreTableNames(error.message, plan)
    if (error.hint !== undefined) error.hint = restoreTableNames(error.hint, plan)
  }
  return error
}

function maxBodyBytes({ maxBodyBytes: limits }: RestSettings, role: string): number {
  return role === 'anon' || role === 'service_role' ? limits[role] : limits.other
}

const warned = new Set<string>()

/** Logs once per table that a limit on PATCH and DELETE has no effect, as in PostgREST (rest 8). */
function warnOfLimit({ log, path }: RequestScope, { ranges }: Query): void {
  if (warned.has(path) || warned.size > MAX_WARNED || !ranges.some((range) => range.path.length === 0)) return
  warned.add(path)
  log.warn('limit and offset have no effect on PATCH and DELETE', { path })
}

function toExecution(
  scope: RequestScope,
  request: Request,
  profile: Profile,
  preferences: Preferences,
  { plan, format, mayEstimate }: Resolved,
): Execution {
  const { caller, catalog, settings } = scope
  const { count } = preferences
  const roleSettings = catalog.roleSettings.get(caller.role) ?? []
  const routine = plan.kind === 'call' ? plan.routine : undefined
  const isEstimated = mayEstimate && plan.kind === 'read' && (count === 'planned' || count === 'estimated')
  const countLimit = toCountLimit(settings, count, mayEstimate)
  return {
    readOnly: isReader(scope) || isReadOnly(request.method, plan),
    isolation:
      routine?.isolation ?? roleSettings.find(([name]) => name === 'default_transaction_isolation')?.[1] ?? null,
    settings: listSettings({
      caller,
      searchPath: [profile.schema, ...settings.extraSearchPath],
      roleSettings,
      routineSettings: routine?.settings ?? [],
      method: request.method,
      path: scope.path,
      headers: request.headers,
      timezone: preferences.timezone,
      appSettings: settings.appSettings,
    }),
    preRequest: renderPreRequest(settings.preRequest),
    statement: renderStatement(plan, { format, count, withoutBody: request.method === 'HEAD', countLimit }),
    tag: toTag(caller.role, catalog.version),
    estimate: isEstimated ? renderCountEstimate(plan.root) : undefined,
    isPlan: format.kind === 'plan',
    check: toCheck(plan, format, preferences),
    rollback: rollsBack(settings, preferences),
  }
}

/**
 * Returns the number of rows at which counting stops; undefined for an exact count and for an estimate of the planner
 * alone.
 */
function toCountLimit(settings: RestSettings, count: Preferences['count'], mayEstimate: boolean): number | undefined {
  if (count === undefined || count === 'exact') return undefined
  if (!mayEstimate) return settings.maxEstimatedCount
  return count === 'estimated' && settings.maxRows > 0 ? settings.maxRows + 1 : undefined
}

function isReadOnly(method: string, plan: Plan): boolean {
  return method === 'GET' || method === 'HEAD' || (plan.kind === 'call' && !plan.routine.isVolatile)
}

/** Returns the check of the result that decides between commit and rollback. */
function toCheck(
  plan: Plan,
  format: Resolved['format'],
  preferences: Preferences,
): ((row: ResultRow) => void) | undefined {
  if (format.kind === 'plan') return undefined
  const isPut = plan.kind === 'mutation' && plan.verb === 'put'
  const isLimited =
    plan.kind === 'call' || (plan.kind === 'mutation' && (plan.verb === 'update' || plan.verb === 'delete'))
  const maxAffected = isLimited && preferences.handling === 'strict' ? preferences.maxAffected : undefined
  if (!isPut && maxAffected === undefined && !isSingular(plan, format)) return undefined
  return (row) => {
    requireSingular(plan, format, row)
    if (isPut && Number(row.row_count) !== 1) throw putPayloadMismatch()
    if (maxAffected !== undefined && Number(row.row_count) > maxAffected)
      throw maxAffectedExceeded(Number(row.row_count))
  }
}

function rollsBack({ txEnd }: RestSettings, { tx }: Preferences): boolean {
  const isOverridden = txEnd.endsWith('allow-override') && tx !== undefined
  return isOverridden ? tx === 'rollback' : txEnd.startsWith('rollback')
}

/** Returns the address that reads the same rows, with sorted parameters. */
function toContentLocation(path: string, pairs: [string, string][]): string {
  const sorted = pairs.toSorted(([a], [b]) => (a < b ? -1 : 1))
  const search = sorted.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&')
  return search === '' ? path : `${path}?${search}`
}
