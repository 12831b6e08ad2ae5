import { randomUUID } from 'node:crypto'
import { toString as toQrCode } from 'qrcode'
import * as v from 'valibot'
import { readBody } from '../body.ts'
import type { AuthRequest } from '../context.ts'
import { errors } from '../errors.ts'
import { audit } from '../register.ts'
import { getClient } from '../request-client.ts'
import { createTotpFactor, deleteStaleFactors } from '../tables/factors.ts'
import { lockUser, type UserRow } from '../tables/users.ts'
import { createTotpSecret, toTotpUri } from './totp.ts'

const Body = v.object({
  factor_type: v.optional(v.string(), ''),
  friendly_name: v.optional(v.string(), ''),
  issuer: v.optional(v.string(), ''),
  phone: v.optional(v.string(), ''),
})

/** POST /factors. Contract §7.10. */
export async function enrollFactor(request: AuthRequest): Promise<Response> {
  const { parts, signedIn } = request.var
  const { settings } = parts
  const body = await readBody(request, Body)
  requireOffered(request, body.factor_type)
  const now = parts.now()
  await deleteStaleFactors(parts.sql, new Date(now.getTime() - settings.mfaFactorExpiryMs))
  const factor = { id: randomUUID(), friendlyName: body.friendly_name, secret: createTotpSecret() }
  const { user } = signedIn
  await parts.sql.begin(async (sql) => {
    // Locked, so that requests at the same moment do not pass the limits together.
    const locked = await lockUser(sql, user.id)
    if (!locked) throw errors.userNotFound()
    requireRoom(request, locked, body.friendly_name)
    await createTotpFactor(sql, { ...factor, userId: user.id, now })
    await audit(parts, sql, {
      user,
      action: 'factor_in_progress',
      ip: getClient(request).ip,
      traits: { factor_id: factor.id },
    })
  })
  const issuer = body.issuer || new URL(settings.siteUrl).host
  const uri = toTotpUri(factor.secret, { issuer, account: user.email || user.phone || user.id })
  const qrCode = await toQrCode(uri, { type: 'svg' })
  request.header('Cache-Control', 'no-store')
  return request.json({
    id: factor.id,
    type: 'totp',
    friendly_name: body.friendly_name,
    totp: { qr_code: qrCode, secret: factor.secret, uri },
  })
}

function requireOffered(request: AuthRequest, type: string): void {
  const { settings } = request.var.parts
  switch (type) {
    case 'totp':
      if (!settings.mfaTotpEnroll) throw errors.mfaTotpEnrollDisabled()
      return
    case 'phone':
      throw errors.mfaPhoneEnrollDisabled()
    case 'webauthn':
      throw errors.mfaWebauthnEnrollDisabled()
    default:
      throw errors.validation('factor_type needs to be totp, phone, or webauthn')
  }
}

function requireRoom(request: AuthRequest, { factors }: UserRow, name: string): void {
  const { parts, signedIn } = request.var
  const { mfaMaxFactors, mfaMaxVerifiedFactors } = parts.settings
  if (factors.some(({ friendly_name: other }) => (other ?? '') === name)) throw errors.factorNameConflict(name)
  const verified = factors.filter(({ status }) => status === 'verified').length
  if (factors.length >= mfaMaxFactors || verified >= mfaMaxVerifiedFactors) throw errors.tooManyFactors()
  if (verified > 0 && signedIn.session?.aal !== 'aal2') throw errors.aal2ToEnroll()
}
