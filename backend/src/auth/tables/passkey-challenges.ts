import type { Statements } from '../kernel/dependencies.ts'

/** The purpose of a passkey challenge. The table also allows `signup`, which is unused. */
export type PasskeyChallengeType = 'registration' | 'authentication'

interface NewPasskeyChallenge {
  id: string
  type: PasskeyChallengeType
  /** Null for a sign-in, where the member is not known yet. */
  userId: string | null
  /** base64url, as in the options. */
  challenge: string
  expiresAt: Date
  now: Date
}

export async function createPasskeyChallenge(sql: Statements, challenge: NewPasskeyChallenge): Promise<void> {
  await sql`
    insert into auth.webauthn_challenges (id, user_id, challenge_type, session_data, created_at, expires_at)
    values (${challenge.id}, ${challenge.userId}, ${challenge.type}, ${sql.json({ challenge: challenge.challenge })},
      ${challenge.now}, ${challenge.expiresAt})`
}

/**
 * Reads and deletes a challenge, so that only one of several requests gets it, in any process. Returns undefined when
 * it is used, unknown, of another type or of another account.
 */
export async function consumePasskeyChallenge(
  sql: Statements,
  { id, type, userId }: { id: string; type: PasskeyChallengeType; userId: string | null },
): Promise<{ challenge: string; expires_at: Date } | undefined> {
  const [taken] = await sql<{ challenge: string; expires_at: Date }[]>`
    delete from auth.webauthn_challenges
    where id = ${id} and challenge_type = ${type} and user_id is not distinct from ${userId}::uuid
    returning session_data ->> 'challenge' as challenge, expires_at`
  return taken
}

/** Deletes challenges some time after they expired. Until then they can be distinguished from unknown ones. */
export async function deleteExpiredPasskeyChallenges(sql: Statements, before: Date): Promise<void> {
  await sql`delete from auth.webauthn_challenges where expires_at < ${before}`
}
