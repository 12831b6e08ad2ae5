import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { readBody } from '../body.ts'
import type { AuthRequest } from '../context.ts'
import { errors } from '../errors.ts'
import { isUuid } from '../guards.ts'
import { forgiveGuesses, takeGuess } from '../guesses.ts'
import { answerTokens, createRefreshTokenText, toIssued } from '../issue-session.ts'
import { audit, getUser } from '../register.ts'
import { getClient } from '../request-client.ts'
import {
  type ChallengeRow,
  deleteChallenge,
  isCodeUsed,
  lockChallenge,
  setChallengeVerified,
} from '../tables/challenges.ts'
import { deleteUnverifiedFactors, type FactorRow, setFactorVerified } from '../tables/factors.ts'
import { createRefreshToken, findCurrentToken, revokeTokensOfSession } from '../tables/refresh-tokens.ts'
import {
  deleteLowSessions,
  findSession,
  lockSession,
  type SessionRow,
  updateSessionAal,
  upsertAmrClaim,
} from '../tables/sessions.ts'
import type { Statements } from '../tables/statements.ts'
import { lockUser } from '../tables/users.ts'
import { UNKNOWN_IP } from './challenge-factor.ts'
import { getFactorOfPath, getSession } from './factor-of-path.ts'
import { isTotpCode } from './totp.ts'

const Body = v.object({ challenge_id: v.optional(v.string(), ''), code: v.optional(v.string(), '') })
/** A code fits one step before and after its own: 90 seconds, and some for the clocks. */
const CODE_LIFE_MS = 120_000

/** POST /factors/{id}/verify: the same session goes on at aal2. Contract §7.10. */
export async function verifyFactor(request: AuthRequest): Promise<Response> {
  const { parts } = request.var
  const factor = await getFactorOfPath(request)
  const { challenge_id: challengeId, code } = await readBody(request, Body)
  if (code === '') throw errors.validation('Code needs to be non-empty')
  if (!parts.settings.mfaTotpVerify) throw errors.mfaTotpVerifyDisabled()
  await takeGuess(parts, `factor ${factor.id}`)
  const outcome = await parts.sql.begin(async (sql) => {
    const problem = await useChallenge(request, sql, factor, { challengeId, code })
    return problem ?? raise(request, sql, factor)
  })
  // Thrown outside of the transaction, since an expired challenge is deleted for good.
  if (outcome instanceof Error) throw outcome
  await forgiveGuesses(parts, `factor ${factor.id}`)
  return answerTokens(request, outcome)
}

async function useChallenge(
  request: AuthRequest,
  sql: Statements,
  factor: FactorRow,
  { challengeId, code }: { challengeId: string; code: string },
): Promise<Error | undefined> {
  const { parts } = request.var
  const now = parts.now()
  // The account first: two of its sessions that rise at once delete each other, and would wait for each other too.
  await lockUser(sql, factor.user_id)
  if (!(await lockSession(sql, getSession(request).id))) return errors.sessionNotFound()
  const challenge = isUuid(challengeId) ? await lockChallenge(sql, factor.id, challengeId) : undefined
  if (!challenge) return errors.factorOfChallengeNotFound()
  if (isForeign(request, challenge)) return errors.challengeUsedElsewhere()
  if (challenge.created_at.getTime() + parts.settings.mfaChallengeExpiryMs < now.getTime()) {
    await deleteChallenge(sql, challenge.id)
    return errors.challengeExpired()
  }
  const codeHash = createHash('sha256').update(factor.id).update(code).digest('hex')
  const isUsed = await isCodeUsed(sql, factor.id, codeHash, new Date(now.getTime() - CODE_LIFE_MS))
  if (isUsed || !isTotpCode(factor.secret ?? '', code, now)) return errors.wrongTotpCode()
  await setChallengeVerified(sql, challenge.id, codeHash, now)
  return undefined
}

function isForeign(request: AuthRequest, challenge: ChallengeRow): boolean {
  return challenge.verified_at !== null || challenge.ip_address !== (getClient(request).ip ?? UNKNOWN_IP)
}

async function raise(request: AuthRequest, sql: Statements, factor: FactorRow) {
  const { parts, signedIn } = request.var
  const { user } = signedIn
  const sessionId = getSession(request).id
  const now = parts.now()
  await setFactorVerified(sql, factor.id, now)
  await upsertAmrClaim(sql, sessionId, factor.factor_type, now)
  await updateSessionAal(sql, sessionId, { aal: 'aal2', factorId: factor.id }, now)
  await deleteLowSessions(sql, user.id)
  await deleteUnverifiedFactors(sql, user.id, factor.factor_type)
  const refreshToken = createRefreshTokenText()
  const parent = (await findCurrentToken(sql, sessionId))?.token ?? null
  await revokeTokensOfSession(sql, sessionId, now)
  await createRefreshToken(sql, { token: refreshToken, parent, sessionId, userId: user.id, now })
  const traits = { factor_id: factor.id }
  await audit(parts, sql, { user, action: 'verification_attempted', ip: getClient(request).ip, traits })
  return toIssued(parts, await getUser(sql, user.id), await getRaised(sql, sessionId), refreshToken)
}

async function getRaised(sql: Statements, id: string): Promise<SessionRow> {
  const session = await findSession(sql, id)
  if (!session) throw errors.sessionNotFound()
  return session
}
