import type { Statements } from '../kernel/dependencies.ts'

/** What a challenge of a passkey is for. `signup` is known to the table and not used. */
export type PasskeyChallengeType = 'registration' | 'authentication'

interface NewPasskeyChallenge {
  id: string
  type: PasskeyChallengeType
  /** Null for a sign-in, where nobody is known yet. */
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
 * Reads a challenge and deletes it: of many requests with one challenge, in any processes, one gets it. Undefined when it is
 * used, unknown, of another kind or another account's.
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

/** Forgets challenges that ended a while ago; until then they are told from unknown ones. */
export async function deleteExpiredPasskeyChallenges(sql: Statements, before: Date): Promise<void> {
  await sql`delete from auth.webauthn_challenges where expires_at < ${before}`
}
