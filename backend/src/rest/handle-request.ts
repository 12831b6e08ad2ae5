import type { BufferedResponse } from '../http/buffered-response.ts'
import { DatabaseError } from '../postgres/statements/database-error.ts'
import { writeScopeMissing } from './errors.ts'
import { type Executed, type Execution, execute } from './execute/execute.ts'
import { parsePreferences } from './http/preferences.ts'
import { applyRange } from './http/range.ts'
import { readBody } from './http/read-body.ts'
import type { Profile, Resource } from './http/resource.ts'
import { parseQuery, splitQueryString } from './parse/parse-query.ts'
import type { Query } from './parse/syntax.ts'
import type { Plan } from './plan/plan.ts'
import { type PlanRequest, resolveRelationRequest, resolveRoutineRequest } from './plan/resolve.ts'
import { restoreTableNames } from './plan/row-names.ts'
import type { RequestScope } from './request-scope.ts'
import { respond } from './respond/respond.ts'
import type { RestSettings } from './settings.ts'
import { isReader, toExecution } from './to-execution.ts'

const WRITES_WHILE_READ_ONLY = '25006'
/** Serialization failure and deadlock. */
const RETRYABLE = ['40001', '40P01']
const MAX_WARNED = 100
/** Clients limit the headers of a response to 16 KiB, and proxies to 4 KiB. Reads by a list have longer URLs. */
const MAX_LOCATION_LENGTH = 2000

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

/** Returns the URL that reads the same rows, with sorted parameters. Returns undefined for one that is too long. */
function toContentLocation(path: string, pairs: [string, string][]): string | undefined {
  const sorted = pairs.toSorted(([a], [b]) => (a < b ? -1 : 1))
  const search = sorted.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&')
  const url = search === '' ? path : `${path}?${search}`
  return url.length > MAX_LOCATION_LENGTH ? undefined : url
}
