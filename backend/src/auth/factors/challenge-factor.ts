import { randomUUID } from 'node:crypto'
import type { AuthRequest } from '../context.ts'
import { errors } from '../errors.ts'
import { audit } from '../register.ts'
import { getClient } from '../request-client.ts'
import { createChallenge } from '../tables/challenges.ts'
import { getFactorOfPath } from './factor-of-path.ts'

/** What stands in the table, which knows no null, when nothing tells the client's address. */
export const UNKNOWN_IP = '0.0.0.0'

/** POST /factors/{id}/challenge. Contract §7.10. */
export async function challengeFactor(request: AuthRequest): Promise<Response> {
  const { parts, signedIn } = request.var
  const factor = await getFactorOfPath(request)
  if (!parts.settings.mfaTotpVerify) throw errors.mfaTotpVerifyDisabled()
  const { ip } = getClient(request)
  const now = parts.now()
  const id = randomUUID()
  await parts.sql.begin(async (sql) => {
    await createChallenge(sql, { id, factorId: factor.id, ip: ip ?? UNKNOWN_IP, now })
    const traits = { factor_id: factor.id, factor_status: factor.status }
    await audit(parts, sql, { user: signedIn.user, action: 'challenge_created', ip, traits })
  })
  const expiresAt = Math.floor((now.getTime() + parts.settings.mfaChallengeExpiryMs) / 1_000)
  return request.json({ id, type: factor.factor_type, expires_at: expiresAt })
}
