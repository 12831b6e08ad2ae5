import * as v from 'valibot'
import { toAdminActor } from '../actor.ts'
import { readBody } from '../body.ts'
import type { AuthRequest } from '../context.ts'
import { errors } from '../errors.ts'
import { isUuid } from '../guards.ts'
import { getClient } from '../request-client.ts'
import { type AuditAction, createAuditEntry, toAuditEntry } from '../tables/audit-log.ts'
import { deleteFactor as deleteFactorRow, updateFactorName } from '../tables/factors.ts'
import { lowerSessionsOfFactor } from '../tables/sessions.ts'
import type { Statements } from '../tables/statements.ts'
import type { FactorSummary } from '../tables/users.ts'
import { toFactorJson } from '../user-json.ts'
import { getUserOfPath } from './user-of-path.ts'

const Body = v.object({ friendly_name: v.optional(v.string(), '') })

/** GET /admin/users/{id}/factors. Contract §8. */
export async function listFactors(request: AuthRequest): Promise<Response> {
  const { factors } = await getUserOfPath(request)
  return request.json(factors.map(toFactorJson))
}

/** PUT /admin/users/{id}/factors/{factorId}: a new name. Contract §8. */
export async function changeFactor(request: AuthRequest): Promise<Response> {
  const { parts } = request.var
  const factor = await getFactor(request)
  const { friendly_name: name } = await readBody(request, Body)
  const friendlyName = name || (factor.friendly_name ?? '')
  await parts.sql.begin(async (sql) => {
    await updateFactorName(sql, factor.id, friendlyName, parts.now())
    await note(request, sql, 'factor_updated', factor)
  })
  return request.json(toFactorJson({ ...factor, friendly_name: friendlyName }))
}

/** DELETE /admin/users/{id}/factors/{factorId}: the sessions that it had raised fall to aal1. Contract §8. */
export async function removeFactor(request: AuthRequest): Promise<Response> {
  const { parts } = request.var
  const factor = await getFactor(request)
  await parts.sql.begin(async (sql) => {
    await lowerSessionsOfFactor(sql, factor.id, factor.factor_type)
    await deleteFactorRow(sql, factor.id)
    await note(request, sql, 'factor_deleted', factor)
  })
  return request.json(toFactorJson(factor))
}

async function getFactor(request: AuthRequest): Promise<FactorSummary> {
  const { factors } = await getUserOfPath(request)
  const id = request.req.param('factorId')
  if (!isUuid(id)) throw errors.badId('factor_id must be an UUID')
  const factor = factors.find((candidate) => candidate.id === id.toLowerCase())
  if (!factor) throw errors.factorNotFound()
  return factor
}

async function note(request: AuthRequest, sql: Statements, action: AuditAction, factor: FactorSummary): Promise<void> {
  const { parts, admin } = request.var
  const traits = { user_id: request.req.param('id'), factor_id: factor.id }
  await createAuditEntry(
    sql,
    toAuditEntry(toAdminActor(admin.role), action, getClient(request).ip, traits),
    parts.now(),
  )
}
