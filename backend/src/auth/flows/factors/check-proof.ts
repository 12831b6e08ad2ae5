import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { isSmsCode } from '../../domain/codes/is-sms-code.ts'
import { isTotpCode } from '../../domain/factors/totp.ts'
import { errors } from '../../errors.ts'
import type { Statements } from '../../kernel/dependencies.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { type ChallengeRow, isCodeUsed, setChallengeVerified } from '../../tables/challenges.ts'
import type { FactorRow } from '../../tables/factors.ts'
import { checkWebauthnProof, WebauthnProofBody } from './webauthn-factor.ts'

/** A code is valid one time step before and after its own: 90 seconds, plus a margin for clocks. */
const CODE_LIFE_MS = 120_000

/** The proof of a factor: a code, or the signature of a security key. */
export const ProofBody = v.object({ code: v.optional(v.string(), ''), webauthn: v.optional(WebauthnProofBody) })
export type ProofBody = v.InferOutput<typeof ProofBody>

/** The outcome of a challenge. */
export interface Proof {
  isValid: boolean
  /** The error for the member when the proof is invalid. */
  createError(): Error
  /** Stores that the challenge was met. */
  keep(sql: Statements): Promise<void>
}

/** Throws when the body has no proof of the factor's type. */
export function requireProof({ factor_type: type }: FactorRow, { code, webauthn }: ProofBody): void {
  if (type === 'webauthn' && !webauthn) throw errors.validation('webauthn is required to verify this factor')
  if (type === 'webauthn' && !['create', 'request'].includes(webauthn?.type ?? '')) {
    throw errors.validation('webauthn.type must be create or request')
  }
  if (type !== 'webauthn' && code === '') throw errors.validation('Code needs to be non-empty')
}

interface Attempt {
  factor: FactorRow
  challenge: ChallengeRow
  body: ProofBody
}

/** Checks a proof against its challenge, which the caller has locked. */
export function checkProof(request: AuthRequest, sql: Statements, attempt: Attempt): Promise<Proof> {
  switch (attempt.factor.factor_type) {
    case 'totp':
      return checkTotp(request, sql, attempt)
    case 'phone':
      return checkPhone(request, attempt)
    case 'webauthn':
      return checkWebauthn(request, attempt)
  }
}

async function checkTotp(request: AuthRequest, sql: Statements, { factor, challenge, body }: Attempt): Promise<Proof> {
  const now = request.var.dependencies.now()
  const codeHash = createHash('sha256').update(factor.id).update(body.code).digest('hex')
  const isUsed = await isCodeUsed(sql, factor.id, codeHash, new Date(now.getTime() - CODE_LIFE_MS))
  return {
    isValid: !isUsed && isTotpCode(factor.secret ?? '', body.code, now),
    createError: errors.wrongTotpCode,
    keep: (statements) => setChallengeVerified(statements, challenge.id, codeHash, now),
  }
}

async function checkPhone(
  { var: { dependencies } }: AuthRequest,
  { factor, challenge, body }: Attempt,
): Promise<Proof> {
  const sent = { phone: factor.phone ?? '', code: body.code.trim(), hash: challenge.otp_code ?? '' }
  return {
    isValid: await isSmsCode(dependencies, sent),
    createError: errors.wrongPhoneCode,
    keep: (sql) => setChallengeVerified(sql, challenge.id, null, dependencies.now()),
  }
}

async function checkWebauthn(request: AuthRequest, { factor, challenge, body }: Attempt): Promise<Proof> {
  const answer = body.webauthn ?? { type: '', credential_response: undefined }
  const { isValid, keep } = await checkWebauthnProof(request, { factor, challenge, body: answer })
  return {
    isValid,
    createError: errors.wrongSignature,
    async keep(sql) {
      await keep(sql)
      await setChallengeVerified(sql, challenge.id, null, request.var.dependencies.now())
    },
  }
}
