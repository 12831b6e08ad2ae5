import type { Statements } from '../kernel/dependencies.ts'

export interface ChallengeRow {
  id: string
  created_at: Date
  verified_at: Date | null
  ip_address: string
  /**
   * The hash of the code: for a phone the code that was sent, for an authenticator app the code that met the challenge.
   */
  otp_code: string | null
  web_authn_session_data: unknown
}

interface NewChallenge {
  id: string
  factorId: string
  ip: string
  codeHash: string | null
  session: Record<string, unknown> | null
  now: Date
}

/** Creates a challenge and updates its factor. */
export async function createChallenge(sql: Statements, challenge: NewChallenge): Promise<void> {
  const session = challenge.session && sql.json(challenge.session)
  // The column is unique across all factors, and two members may request a challenge within one millisecond.
  await sql`
    with noted as (
      update auth.mfa_factors
      set last_challenged_at = ${challenge.now}::timestamptz + random() * interval '0.999 milliseconds'
      where id = ${challenge.factorId}
    )
    insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, otp_code, web_authn_session_data)
    values (${challenge.id}, ${challenge.factorId}, ${challenge.now}, ${challenge.ip}, ${challenge.codeHash}, ${session})`
}

/** Locks a challenge of a factor, so that only one request uses it. */
export async function lockChallenge(sql: Statements, factorId: string, id: string): Promise<ChallengeRow | undefined> {
  const [challenge] = await sql<ChallengeRow[]>`
    select id, created_at, verified_at, host(ip_address) as ip_address, otp_code, web_authn_session_data
    from auth.mfa_challenges
    where id = ${id} and factor_id = ${factorId} for update`
  return challenge
}

/** Marks a challenge as met, with the hash of its code where reuse must be detected. */
export async function setChallengeVerified(
  sql: Statements,
  id: string,
  codeHash: string | null,
  now: Date,
): Promise<void> {
  await sql`update auth.mfa_challenges set verified_at = ${now}, otp_code = ${codeHash} where id = ${id}`
}

/** Returns true when a code of this factor was already used since a time (RFC 6238 §5.2). */
export async function isCodeUsed(sql: Statements, factorId: string, codeHash: string, since: Date): Promise<boolean> {
  const rows = await sql`
    select from auth.mfa_challenges
    where factor_id = ${factorId} and otp_code = ${codeHash} and verified_at > ${since} limit 1`
  return rows.length > 0
}

export async function deleteChallenge(sql: Statements, id: string): Promise<void> {
  await sql`delete from auth.mfa_challenges where id = ${id}`
}
