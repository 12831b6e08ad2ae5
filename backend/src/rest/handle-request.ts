import postgres from 'postgres'
import { maxAffectedExceeded, putPayloadMismatch, urlTooLong } from './errors.ts'
import { type Execution, execute, type ResultRow } from './execute/execute.ts'
import { listSettings, renderPreRequest, toTag } from './execute/request-settings.ts'
import { handleOptions, handleRoot } from './handle-description.ts'
import { type Preferences, parsePreferences } from './http/preferences.ts'
import { applyRange } from './http/range.ts'
import { readBody } from './http/read-body.ts'
import { type Profile, parseResource, readProfile, requireMethod } from './http/resource.ts'
import { parseQuery, splitQueryString } from './parse/parse-query.ts'
import type { Plan } from './plan/plan.ts'
import { type PlanRequest, type Resolved, resolveRelationRequest, resolveRoutineRequest } from './plan/resolve.ts'
import { nameRows } from './plan/row-names.ts'
import { renderCountEstimate, renderStatement } from './render/render-statement.ts'
import type { RequestScope } from './request-scope.ts'
import { isSingular, requireSingular, respond } from './respond/respond.ts'
import type { RestSettings } from './settings.ts'

/** Parse, resolve, render, execute, respond. Throws RestError and what PostgreSQL throws. */
export async function handleRequest(scope: RequestScope, request: Request, url: URL): Promise<Response> {
  const { catalog, settings } = scope
  const { method, headers } = request
  if (url.href.length > settings.maxUrlLength) throw urlTooLong(settings.maxUrlLength)
  const resource = parseResource(scope.path)
  const profile = readProfile(headers, method, settings.schemas)
  requireMethod(resource, method)
  if (method === 'OPTIONS') return handleOptions(scope, resource, profile.schema)
  if (resource.kind === 'root') return handleRoot(scope, request, url, profile)
  const isCall = resource.kind === 'routine'
  const pairs = splitQueryString(url.search.slice(1))
  const parsed = parseQuery(pairs, isCall && method !== 'POST')
  const query = applyRange(parsed, method === 'GET' ? headers.get('range') : null)
  const preferences = parsePreferences(headers.get('prefer'), (name) => catalog.timeZones.has(name))
  const planRequest: PlanRequest = {
    context: {
      catalog,
      role: scope.caller.role,
      schema: profile.schema,
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
    body: await readBody(request, settings.maxBodyBytes),
    planEnabled: settings.planEnabled,
    safeUpdate: settings.safeUpdate,
  }
  const resolved = isCall ? resolveRoutineRequest(planRequest) : resolveRelationRequest(planRequest)
  const execution = toExecution(scope, request, profile, preferences, resolved)
  const executed = await execute(scope.pool, scope.statements, execution).catch((error: unknown) => {
    throw nameRowsOf(error, resolved.plan)
  })
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

/** PostgreSQL tells of our row names; the client knows the tables. */
function nameRowsOf(error: unknown, plan: Plan): unknown {
  if (error instanceof postgres.PostgresError) {
    error.message = nameRows(error.message, plan)
    if (error.hint !== undefined) error.hint = nameRows(error.hint, plan)
  }
  return error
}

function toExecution(
  scope: RequestScope,
  request: Request,
  profile: Profile,
  preferences: Preferences,
  { plan, format }: Resolved,
): Execution {
  const { caller, catalog, settings } = scope
  const maxRows = settings.maxRows || undefined
  const { count } = preferences
  const roleSettings = catalog.roleSettings.get(caller.role) ?? []
  const routine = plan.kind === 'call' ? plan.routine : undefined
  const isEstimated = plan.kind === 'read' && (count === 'planned' || count === 'estimated')
  return {
    readOnly: isReadOnly(request.method, plan),
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
    }),
    preRequest: renderPreRequest(settings.preRequest),
    statement: renderStatement(plan, { format, count, withoutBody: request.method === 'HEAD', maxRows }),
    tag: toTag(caller.role, catalog.version),
    estimate: isEstimated ? renderCountEstimate(plan.root) : undefined,
    isPlan: format.kind === 'plan',
    check: toCheck(plan, format, preferences),
    rollback: rollsBack(settings, preferences),
  }
}

function isReadOnly(method: string, plan: Plan): boolean {
  return method === 'GET' || method === 'HEAD' || (plan.kind === 'call' && !plan.routine.isVolatile)
}

/** What the result must be before it may stay. */
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

/** Where the same rows can be read again: the parameters, sorted. */
function toContentLocation(path: string, pairs: [string, string][]): string {
  const sorted = pairs.toSorted(([a], [b]) => (a < b ? -1 : 1))
  const search = sorted.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&')
  return search === '' ? path : `${path}?${search}`
}
