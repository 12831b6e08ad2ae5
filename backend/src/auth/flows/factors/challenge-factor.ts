import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { audit } from '../../domain/accounts/audit.ts'
import { createCode, hashCode } from '../../domain/codes/one-time-code.ts'
import { requireSmsFrequency, requireSmsRate } from '../../domain/codes/send-sms-code.ts'
import { findTestCode, queueSms, renderSms } from '../../domain/delivery/queue-sms.ts'
import { requireVerifyOffered } from '../../domain/factors/factor-types.ts'
import { errors } from '../../errors.ts'
import type { Statements } from '../../kernel/dependencies.ts'
import { parseChannel } from '../../kernel/values/phone.ts'
import { readOptionalBody } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { createChallenge } from '../../tables/challenges.ts'
import { type FactorRow, lockFactor } from '../../tables/factors.ts'
import { getFactorOfPath } from './factor-of-path.ts'
import { type CredentialChallenge, createCredentialChallenge, PartyBody } from './webauthn-factor.ts'

/** The value for an unknown client address, because the column is not nullable. */
export const UNKNOWN_IP = '0.0.0.0'

const Body = v.object({ channel: v.optional(v.string()), webauthn: v.optional(PartyBody) })
type Body = v.InferOutput<typeof Body>

/** The stored data and the response of a challenge, by factor type. */
interface Preparation {
  codeHash?: string
  webauthn?: CredentialChallenge
}

/** POST /factors/{id}/challenge (auth 7.10). */
export async function challengeFactor(request: AuthRequest): Promise<Response> {
  const { dependencies, signedIn } = request.var
  const { id: factorId, factor_type: type } = await getFactorOfPath(request)
  requireVerifyOffered(dependencies.settings, type)
  const body = await readOptionalBody(request, Body)
  const { ip } = request.var.dependencies.client
  const now = dependencies.now()
  const id = randomUUID()
  const { webauthn } = await dependencies.sql.begin(async (sql) => {
    // Locked, so that only one of several concurrent requests sends a code.
    const factor = await lockFactor(sql, factorId)
    if (!factor) throw errors.factorNotFound()
    const prepared = await prepare(request, sql, factor, body)
    const kept = { codeHash: prepared.codeHash ?? null, session: prepared.webauthn?.session ?? null }
    await createChallenge(sql, { id, factorId, ip: ip ?? UNKNOWN_IP, ...kept, now })
    const traits = { factor_id: factorId, factor_status: factor.status }
    await audit(dependencies, sql, { user: signedIn.user, action: 'challenge_created', traits })
    return prepared
  })
  const expiresAt = Math.floor((now.getTime() + dependencies.settings.mfaChallengeExpiryMs) / 1_000)
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

/** Sends a code to the phone of a factor and returns the data to store. */
async function sendFactorCode(
  request: AuthRequest,
  sql: Statements,
  factor: FactorRow,
  channelText: string | undefined,
): Promise<string> {
  const { dependencies } = request.var
  const { settings } = dependencies
  const channel = parseChannel(channelText, settings)
  requireSmsFrequency(dependencies, factor.last_challenged_at, settings.mfaPhoneMaxFrequencyMs)
  await requireSmsRate(dependencies, sql)
  const phone = factor.phone ?? ''
  const code = findTestCode(dependencies, phone) ?? createCode(settings.mfaPhoneOtpLength)
  const text = renderSms(settings.mfaPhoneTemplate, code)
  const lifetimeMs = settings.mfaChallengeExpiryMs
  const message = { userId: factor.user_id, phone, code, text, channel, smsType: 'mfa', lifetimeMs }
  await queueSms(dependencies, sql, message)
  return hashCode(dependencies, phone, code)
}
