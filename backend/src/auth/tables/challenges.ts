import type { JSONValue } from 'postgres'
import type { Statements } from '../kernel/dependencies.ts'

export interface ChallengeRow {
  id: string
  created_at: Date
  verified_at: Date | null
  ip_address: string
  /** Of a phone the hash of the code that was sent; of an authenticator app that of the code that met it. */
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

/** Begins a challenge and notes it at the factor. */
export async function createChallenge(sql: Statements, challenge: NewChallenge): Promise<void> {
  const session = challenge.session && sql.json(challenge.session as JSONValue)
  // The column is unique over all factors: two members may well ask within one millisecond.
  await sql`
    with noted as (
      update auth.mfa_factors
      set last_challenged_at = ${challenge.now}::timestamptz + random() * interval '0.999 milliseconds'
      where id = ${challenge.factorId}
    )
    insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, otp_code, web_authn_session_data)
    values (${challenge.id}, ${challenge.factorId}, ${challenge.now}, ${challenge.ip}, ${challenge.codeHash}, ${session})`
}

/** A challenge of a factor, locked so that one request alone uses it. */
export async function lockChallenge(sql: Statements, factorId: string, id: string): Promise<ChallengeRow | undefined> {
  const [challenge] = await sql<ChallengeRow[]>`
    select id, created_at, verified_at, host(ip_address) as ip_address, otp_code, web_authn_session_data
    from auth.mfa_challenges
    where id = ${id} and factor_id = ${factorId} for update`
  return challenge
}

/** Notes that a challenge was met, and by which code (hashed) if that has to be told from later ones. */
export async function setChallengeVerified(
  sql: Statements,
  id: string,
  codeHash: string | null,
  now: Date,
): Promise<void> {
  await sql`update auth.mfa_challenges set verified_at = ${now}, otp_code = ${codeHash} where id = ${id}`
}

/** Whether a code of this factor was taken already since a time: RFC 6238 §5.2 asks for one use each. */
export async function isCodeUsed(sql: Statements, factorId: string, codeHash: string, since: Date): Promise<boolean> {
  const rows = await sql`
    select from auth.mfa_challenges
    where factor_id = ${factorId} and otp_code = ${codeHash} and verified_at > ${since} limit 1`
  return rows.length > 0
}

export async function deleteChallenge(sql: Statements, id: string): Promise<void> {
  await sql`delete from auth.mfa_challenges where id = ${id}`
}
