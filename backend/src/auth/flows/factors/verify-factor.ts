import * as v from 'valibot'
import { audit } from '../../domain/accounts/audit.ts'
import { getUser } from '../../domain/accounts/get-user.ts'
import { clearFailedAttempts, countAttempt } from '../../domain/codes/failed-attempts.ts'
import { FACTOR_TYPES, requireVerifyOffered } from '../../domain/factors/factor-types.ts'
import { findFactorRejection } from '../../domain/hooks/verification-attempts.ts'
import { issueTokens } from '../../domain/sessions/issue-session.ts'
import { renewRefreshToken } from '../../domain/sessions/renew-refresh-token.ts'
import { errors } from '../../errors.ts'
import type { Statements } from '../../kernel/dependencies.ts'
import { isUuid } from '../../kernel/values/uuid.ts'
import { readBody } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { respondWithTokens } from '../../requests/respond-with-tokens.ts'
import { type ChallengeRow, deleteChallenge, lockChallenge } from '../../tables/challenges.ts'
import { deleteUnverifiedFactors, type FactorRow, findFactor, setFactorVerified } from '../../tables/factors.ts'
import type { SessionRow } from '../../tables/session-row.ts'
import {
  deleteAal1Sessions,
  findSession,
  lockSession,
  updateSessionAal,
  upsertAmrClaim,
} from '../../tables/sessions.ts'
import { lockUser } from '../../tables/users.ts'
import { UNKNOWN_IP } from './challenge-factor.ts'
import { checkProof, ProofBody, requireProof } from './check-proof.ts'
import { getFactorOfPath, getSession } from './factor-of-path.ts'

const Body = v.object({ challenge_id: v.optional(v.string(), ''), ...ProofBody.entries })
type Body = v.InferOutput<typeof Body>

/** POST /factors/{id}/verify: raises the session to aal2 (auth 7.10). */
export async function verifyFactor(request: AuthRequest): Promise<Response> {
  const { dependencies } = request.var
  const factor = await getFactorOfPath(request)
  const body = await readBody(request, Body)
  requireProof(factor, body)
  requireVerifyOffered(dependencies.settings, factor.factor_type)
  await countAttempt(dependencies, 'code', `factor ${factor.id}`)
  const outcome = await dependencies.sql.begin(async (sql) => {
    const problem = await useChallenge(request, sql, factor, body)
    return problem ?? raise(request, sql, factor)
  })
  // Thrown outside the transaction, so that an expired challenge stays deleted.
  if (outcome instanceof Error) throw outcome
  await clearFailedAttempts(dependencies, 'code', `factor ${factor.id}`)
  return respondWithTokens(request, outcome)
}

async function useChallenge(
  request: AuthRequest,
  sql: Statements,
  { id: factorId, user_id: userId }: FactorRow,
  { challenge_id: challengeId, ...body }: Body,
): Promise<Error | undefined> {
  const { dependencies } = request.var
  const now = dependencies.now()
  // Lock the account first, because two of its sessions that verify concurrently delete each other and could deadlock.
  const user = await lockUser(sql, userId)
  if (!(await lockSession(sql, getSession(request).id))) return errors.sessionNotFound()
  const challenge = isUuid(challengeId) ? await lockChallenge(sql, factorId, challengeId) : undefined
  // Read again under the lock: a concurrent request may have verified the factor or used its key.
  const factor = await findFactor(sql, userId, factorId)
  if (!challenge || !factor) return errors.factorOfChallengeNotFound()
  if (isForeign(request, challenge)) return errors.challengeUsedElsewhere()
  // Someone who only knew the password may have begun this factor before the account had another one.
  const hasOther = user?.factors.some(({ id, status }) => id !== factorId && status === 'verified')
  if (hasOther && factor.status === 'unverified' && getSession(request).aal !== 'aal2') return errors.aal2ToEnroll()
  if (challenge.created_at.getTime() + dependencies.settings.mfaChallengeExpiryMs < now.getTime()) {
    await deleteChallenge(sql, challenge.id)
    return errors.challengeExpired()
  }
  const { isValid, createError, keep } = await checkProof(request, sql, { factor, challenge, body })
  const attempt = { userId, factorId, factorType: factor.factor_type, isValid }
  const rejection = await findFactorRejection(dependencies, sql, attempt)
  if (rejection) return rejection
  if (!isValid) return createError()
  await keep(sql)
  return undefined
}

function isForeign(request: AuthRequest, challenge: ChallengeRow): boolean {
  return challenge.verified_at !== null || challenge.ip_address !== (request.var.dependencies.client.ip ?? UNKNOWN_IP)
}

async function raise(request: AuthRequest, sql: Statements, factor: FactorRow) {
  const { dependencies, signedIn } = request.var
  const { user } = signedIn
  const sessionId = getSession(request).id
  const now = dependencies.now()
  const isNew = factor.status === 'unverified'
  await setFactorVerified(sql, factor.id, now)
  await upsertAmrClaim(sql, sessionId, FACTOR_TYPES[factor.factor_type].method, now)
  await updateSessionAal(sql, sessionId, { aal: 'aal2', factorId: factor.id }, now)
  // Members consent to apps at aal2 once they have a factor, but the sessions of apps are at aal1.
  await deleteAal1Sessions(sql, user.id, { hasApps: isNew })
  await deleteUnverifiedFactors(sql, user.id, factor.factor_type)
  const refreshToken = await renewRefreshToken(dependencies, sql, { sessionId, userId: user.id })
  const traits = { factor_id: factor.id }
  await audit(dependencies, sql, { user, action: 'verification_attempted', traits })
  return issueTokens(dependencies, await getUser(sql, user.id), await getRaised(sql, sessionId), refreshToken, { sql })
}

async function getRaised(sql: Statements, id: string): Promise<SessionRow> {
  const session = await findSession(sql, id)
  if (!session) throw errors.sessionNotFound()
  return session
}
