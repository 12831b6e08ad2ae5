import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { errors } from '../../errors.ts'
import { isUuid } from '../../kernel/values/uuid.ts'
import type { AuthRequest } from '../../requests/context.ts'
import {
  consumePasskeyChallenge,
  createPasskeyChallenge,
  deleteExpiredPasskeyChallenges,
  type PasskeyChallengeType,
} from '../../tables/passkey-challenges.ts'

/** The body of both verify endpoints. The credential is parsed according to the challenge. */
export const PasskeyBody = v.object({ challenge_id: v.optional(v.string(), ''), credential: v.optional(v.unknown()) })

interface Purpose {
  type: PasskeyChallengeType
  /** Null while signed out. */
  userId: string | null
}

/** Stores a challenge until it is met or expires, and responds with it. */
export async function respondWithChallenge(
  request: AuthRequest,
  { type, userId }: Purpose,
  options: { challenge: string },
): Promise<Response> {
  const { dependencies } = request.var
  const now = dependencies.now()
  const id = randomUUID()
  const expiresAt = new Date(now.getTime() + dependencies.settings.webauthnChallengeExpiryMs)
  await deleteExpiredPasskeyChallenges(
    dependencies.sql,
    new Date(now.getTime() - dependencies.settings.webauthnChallengeExpiryMs),
  )
  await createPasskeyChallenge(dependencies.sql, { id, type, userId, challenge: options.challenge, expiresAt, now })
  request.header('Cache-Control', 'no-store')
  return request.json({ challenge_id: id, options, expires_at: Math.floor(expiresAt.getTime() / 1_000) })
}

/** Consumes the challenge of a request, regardless of the outcome. Throws when it is unusable. */
export async function consumeChallenge(request: AuthRequest, id: string, { type, userId }: Purpose): Promise<string> {
  const { dependencies } = request.var
  if (id === '') throw errors.validation('challenge_id is required')
  const taken = isUuid(id) ? await consumePasskeyChallenge(dependencies.sql, { id, type, userId }) : undefined
  if (!taken) throw errors.webauthnChallengeNotFound()
  if (taken.expires_at < dependencies.now()) throw errors.webauthnChallengeExpired()
  return taken.challenge
}
