import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { audit } from '../accounts/register.ts'
import { requireSmsFrequency, requireSmsRate } from '../codes/send-sms.ts'
import type { AuthRequest } from '../context.ts'
import { errors } from '../errors.ts'
import { readOptionalBody } from '../requests/body.ts'
import { getClient } from '../requests/request-client.ts'
import { parseChannel } from '../rules/channel.ts'
import { createCode, sealCode } from '../rules/one-time-code.ts'
import { deliverSms, renderSms } from '../sms/deliver-sms.ts'
import { findTestCode } from '../sms/test-codes.ts'
import { createChallenge } from '../tables/challenges.ts'
import { type FactorRow, lockFactor } from '../tables/factors.ts'
import type { Statements } from '../tables/statements.ts'
import { getFactorOfPath } from './factor-of-path.ts'
import { requireVerifyOffered } from './factor-types.ts'
import { type CredentialChallenge, createCredentialChallenge, PartyBody } from './webauthn-factor.ts'

/** What stands in the table, which knows no null, when nothing tells the client's address. */
export const UNKNOWN_IP = '0.0.0.0'

const Body = v.object({ channel: v.optional(v.string()), webauthn: v.optional(PartyBody) })
type Body = v.InferOutput<typeof Body>

/** What a challenge of each type keeps, and tells the client. */
interface Preparation {
  codeHash?: string
  webauthn?: CredentialChallenge
}

/** POST /factors/{id}/challenge. Contract §7.10. */
export async function challengeFactor(request: AuthRequest): Promise<Response> {
  const { parts, signedIn } = request.var
  const { id: factorId, factor_type: type } = await getFactorOfPath(request)
  requireVerifyOffered(parts.settings, type)
  const body = await readOptionalBody(request, Body)
  const { ip } = getClient(request)
  const now = parts.now()
  const id = randomUUID()
  const { webauthn } = await parts.sql.begin(async (sql) => {
    // Locked, so that of many requests at the same moment one sends a code.
    const factor = await lockFactor(sql, factorId)
    if (!factor) throw errors.factorNotFound()
    const prepared = await prepare(request, sql, factor, body)
    const kept = { codeHash: prepared.codeHash ?? null, session: prepared.webauthn?.session ?? null }
    await createChallenge(sql, { id, factorId, ip: ip ?? UNKNOWN_IP, ...kept, now })
    const traits = { factor_id: factorId, factor_status: factor.status }
    await audit(parts, sql, { user: signedIn.user, action: 'challenge_created', ip, traits })
    return prepared
  })
  const expiresAt = Math.floor((now.getTime() + parts.settings.mfaChallengeExpiryMs) / 1_000)
  return request.json({ id, type, expires_at: expiresAt, ...(webauthn ? { webauthn: webauthn.answer } : {}) })
}

async function prepare(request: AuthRequest, sql: Statements, factor: FactorRow, body: Body): Promise<Preparation> {
  switch (factor.factor_type) {
    case 'totp':
      return {}
    case 'phone':
      return { codeHash: await sendFactorCode(request, sql, factor, body.channel) }
    case 'webauthn':
      return { webauthn: await createCredentialChallenge(request, sql, factor, body.webauthn) }
  }
}

/** Sends a code to the phone of a factor and gives what is kept of it. */
async function sendFactorCode(
  request: AuthRequest,
  sql: Statements,
  factor: FactorRow,
  channelText: string | undefined,
): Promise<string> {
  const { parts } = request.var
  const { settings } = parts
  const channel = parseChannel(channelText, settings)
  requireSmsFrequency(parts, factor.last_challenged_at, settings.mfaPhoneMaxFrequencyMs)
  await requireSmsRate(parts)
  const phone = factor.phone ?? ''
  const code = findTestCode(parts, phone) ?? createCode(settings.mfaPhoneOtpLength)
  const text = renderSms(settings.mfaPhoneTemplate, code)
  await deliverSms(parts, sql, { userId: factor.user_id, phone, code, text, channel, smsType: 'mfa' })
  return sealCode(parts, phone, code)
}
