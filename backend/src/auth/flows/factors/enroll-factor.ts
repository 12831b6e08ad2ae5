import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { audit } from '../../domain/accounts/audit.ts'
import { type FactorType, parseEnrollType, requireShortName } from '../../domain/factors/factor-types.ts'
import { createTotpSecret, toTotpUri } from '../../domain/factors/totp.ts'
import { errors } from '../../errors.ts'
import type { Statements } from '../../kernel/dependencies.ts'
import { parsePhone } from '../../kernel/values/phone.ts'
import { readBody } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { createFactor, deleteFactor, deleteStaleFactors } from '../../tables/factors.ts'
import type { FactorSummary, UserRow } from '../../tables/user-row.ts'
import { lockUser } from '../../tables/users.ts'

const Body = v.object({
  factor_type: v.optional(v.string(), ''),
  friendly_name: v.optional(v.string(), ''),
  issuer: v.optional(v.string(), ''),
  phone: v.optional(v.string(), ''),
})

/** The longest issuer that fits into a QR code beside the longest email address. */
const LONGEST_ISSUER = 64

/** A factor to enroll. Fields that its type does not need are null. */
interface FactorRequest {
  id: string
  type: FactorType
  friendlyName: string
  secret: string | null
  phone: string | null
}

/** POST /factors (auth 7.10). */
export async function enrollFactor(request: AuthRequest): Promise<Response> {
  const { settings } = request.var.dependencies
  const body = await readBody(request, Body)
  const type = parseEnrollType(settings, body.factor_type)
  requireShortName(body.friendly_name)
  if (body.issuer.length > LONGEST_ISSUER) {
    throw errors.validation(`issuer must not be longer than ${LONGEST_ISSUER} characters`)
  }
  const factor: FactorRequest = {
    id: randomUUID(),
    type,
    friendlyName: body.friendly_name,
    secret: type === 'totp' ? createTotpSecret() : null,
    phone: type === 'phone' ? parsePhone(body.phone) : null,
  }
  await enroll(request, factor)
  request.header('Cache-Control', 'no-store')
  return request.json({
    id: factor.id,
    type,
    friendly_name: factor.friendlyName,
    ...(factor.phone === null ? {} : { phone: factor.phone }),
    ...(factor.secret === null ? {} : { totp: await toTotpJson(request, factor.secret, body.issuer) }),
  })
}

async function enroll(request: AuthRequest, factor: FactorRequest): Promise<void> {
  const { dependencies, signedIn } = request.var
  const { user } = signedIn
  const now = dependencies.now()
  await deleteStaleFactors(dependencies.sql, new Date(now.getTime() - dependencies.settings.mfaFactorExpiryMs))
  await dependencies.sql.begin(async (sql) => {
    // Locked, so that concurrent requests cannot exceed the limits together.
    const locked = await lockUser(sql, user.id)
    if (!locked) throw errors.userNotFound()
    const others = await replaceSamePhone(sql, locked, factor.phone)
    requireRoom(request, others, factor.friendlyName)
    await createFactor(sql, { ...factor, userId: user.id, now })
    await audit(dependencies, sql, { user, action: 'factor_in_progress', traits: { factor_id: factor.id } })
  })
}

/** Returns the account's other factors. Deletes an unverified factor of the same phone. */
async function replaceSamePhone(sql: Statements, user: UserRow, phone: string | null): Promise<FactorSummary[]> {
  const same = user.factors.find((factor) => phone !== null && factor.phone === phone)
  if (!same) return user.factors
  if (same.status === 'verified') throw errors.verifiedFactorExists()
  await deleteFactor(sql, same.id)
  return user.factors.filter((factor) => factor !== same)
}

function requireRoom(request: AuthRequest, factors: FactorSummary[], name: string): void {
  const { dependencies, signedIn } = request.var
  const { mfaMaxFactors, mfaMaxVerifiedFactors } = dependencies.settings
  if (factors.some(({ friendly_name: other }) => (other ?? '') === name)) throw errors.factorNameConflict(name)
  const verified = factors.filter(({ status }) => status === 'verified').length
  if (factors.length >= mfaMaxFactors || verified >= mfaMaxVerifiedFactors) throw errors.tooManyFactors()
  if (verified > 0 && signedIn.session?.aal !== 'aal2') throw errors.aal2ToEnroll()
}

async function toTotpJson(request: AuthRequest, secret: string, issuerText: string) {
  const { dependencies, signedIn } = request.var
  const { user } = signedIn
  const issuer = issuerText || new URL(dependencies.settings.siteUrl).host
  const uri = toTotpUri(secret, { issuer, account: user.email || user.phone || user.id })
  const { toString: toQrCode } = await import('qrcode')
  return { qr_code: await toQrCode(uri, { type: 'svg' }), secret, uri }
}
