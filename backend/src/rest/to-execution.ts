import { maxAffectedExceeded, putPayloadMismatch } from './errors.ts'
import type { Execution, ResultRow } from './execute/execute.ts'
import { listSettings, renderPreRequest, toTag } from './execute/request-settings.ts'
import type { Preferences } from './http/preferences.ts'
import type { Profile } from './http/resource.ts'
import type { Plan } from './plan/plan.ts'
import type { Resolved } from './plan/resolve.ts'
import { renderCountEstimate, renderStatement } from './render/render-statement.ts'
import type { RequestScope } from './request-scope.ts'
import { isSingular, requireSingular } from './respond/respond.ts'
import type { RestSettings } from './settings.ts'

/**
 * Returns true for a token without the scope `write`. Its transactions are read-only, so that functions and triggers
 * cannot write either, even those that run as the owner.
 */
export function isReader({ caller }: RequestScope): boolean {
  return caller.scoped?.mayWrite === false
}

/** Renders the statement of a plan, with the settings of its transaction and the check of its result. */
export function toExecution(
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
    statement: renderStatement(plan, {
      format,
      count,
      withoutBody: request.method === 'HEAD',
      countLimit,
      countsAffected: findMaxAffected(plan, preferences) !== undefined,
    }),
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
  const maxAffected = findMaxAffected(plan, preferences)
  if (!isPut && maxAffected === undefined && !isSingular(plan, format)) return undefined
  return (row) => {
    requireSingular(plan, format, row)
    if (isPut && Number(row.row_count) !== 1) throw putPayloadMismatch()
    const affected = Number(row.affected ?? row.row_count)
    if (maxAffected !== undefined && affected > maxAffected) throw maxAffectedExceeded(affected)
  }
}

function findMaxAffected(plan: Plan, { handling, maxAffected }: Preferences): number | undefined {
  const isLimited =
    plan.kind === 'call' || (plan.kind === 'mutation' && (plan.verb === 'update' || plan.verb === 'delete'))
  return isLimited && handling === 'strict' ? maxAffected : undefined
}

function rollsBack({ txEnd }: RestSettings, { tx }: Preferences): boolean {
  const isOverridden = txEnd.endsWith('allow-override') && tx !== undefined
  return isOverridden ? tx === 'rollback' : txEnd.startsWith('rollback')
}
