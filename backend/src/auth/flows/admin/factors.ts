import * as v from 'valibot'
import { DatabaseError } from '../../../postgres/statements/database-error.ts'
import { toAdminActor } from '../../domain/accounts/audit.ts'
import { toFactorJson } from '../../domain/accounts/user-json.ts'
import { FACTOR_TYPES, requireShortName } from '../../domain/factors/factor-types.ts'
import { errors } from '../../errors.ts'
import type { Statements } from '../../kernel/dependencies.ts'
import { parsePhone } from '../../kernel/values/phone.ts'
import { isUuid } from '../../kernel/values/uuid.ts'
import { readBody } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { type AuditAction, createAuditEntry, toAuditEntry } from '../../tables/audit-log.ts'
import { deleteFactor as deleteFactorRow, updateFactor as updateFactorRow } from '../../tables/factors.ts'
import { downgradeSessions } from '../../tables/sessions.ts'
import type { FactorSummary } from '../../tables/user-row.ts'
import { getUserOfPath } from './users.ts'

const Body = v.object({ friendly_name: v.optional(v.string(), ''), phone: v.optional(v.string(), '') })

/** GET /admin/users/{id}/factors (auth 8). */
export async function listFactors(request: AuthRequest): Promise<Response> {
  const { factors } = await getUserOfPath(request)
  return request.json(factors.map(toFactorJson))
}

/** PUT /admin/users/{id}/factors/{factorId}: sets the name or the phone number (auth 8). */
export async function updateFactor(request: AuthRequest): Promise<Response> {
  const { dependencies } = request.var
  const factor = await getFactor(request)
  const body = await readBody(request, Body)
  requireShortName(body.friendly_name)
  const phone = body.phone !== '' && factor.factor_type === 'phone' ? parsePhone(body.phone) : factor.phone
  const change = { friendly_name: body.friendly_name || (factor.friendly_name ?? ''), phone }
  await dependencies.sql.begin(async (sql) => {
    await updateFactorRow(sql, factor.id, change, dependencies.now()).catch((error: unknown) => {
      throw toFactorTakenError(error, change.friendly_name) ?? error
    })
    await note(request, sql, 'factor_updated', factor)
  })
  return request.json(toFactorJson({ ...factor, ...change }))
}

/** DELETE /admin/users/{id}/factors/{factorId}: sessions that it had raised fall back to aal1 (auth 8). */
export async function deleteFactor(request: AuthRequest): Promise<Response> {
  const factor = await getFactor(request)
  await removeFactors(request, [factor])
  return request.json(toFactorJson(factor))
}

/** DELETE /admin/users/{id}/factors: deletes all of them, for someone who has lost access to each (auth 8). */
export async function deleteFactors(request: AuthRequest): Promise<Response> {
  const { factors } = await getUserOfPath(request)
  await removeFactors(request, factors)
  return request.json(factors.map(toFactorJson))
}

async function removeFactors(request: AuthRequest, factors: FactorSummary[]): Promise<void> {
  await request.var.dependencies.sql.begin(async (sql) => {
    for (const factor of factors) {
      await downgradeSessions(sql, factor.id, FACTOR_TYPES[factor.factor_type].method)
      await deleteFactorRow(sql, factor.id)
      await note(request, sql, 'factor_deleted', factor)
    }
  })
}

/** Maps a unique violation to the error for a taken name or number. Returns undefined for any other failure. */
function toFactorTakenError(error: unknown, name: string): Error | undefined {
  if (!(error instanceof DatabaseError)) return undefined
  if (error.constraint === 'mfa_factors_friendly_name_user_id_key') return errors.factorNameConflict(name)
  if (error.constraint === 'mfa_factors_user_id_phone_key') return errors.verifiedFactorExists()
  return undefined
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
  const { dependencies, admin } = request.var
  const traits = { user_id: request.req.param('id'), factor_id: factor.id }
  await createAuditEntry(
    sql,
    toAuditEntry(toAdminActor(admin.role), action, dependencies.client.ip, traits),
    dependencies.now(),
  )
}
