import type { Statements } from '../kernel/dependencies.ts'

/**
 * A WebAuthn credential as the column stores it: the JSON of hosted projects (go-webauthn), so that dumps are
 * compatible.
 */
export interface StoredCredential {
  [name: string]: unknown
  /** base64, like the other binary fields. */
  id: string
  publicKey: string
  attestationType: string
  transport?: string[] | null | undefined
  authenticator: { [name: string]: unknown; signCount: number }
}

export interface FactorRow {
  id: string
  user_id: string
  friendly_name: string | null
  factor_type: 'totp' | 'phone' | 'webauthn'
  status: 'unverified' | 'verified'
  secret: string | null
  phone: string | null
  created_at: Date
  last_challenged_at: Date | null
  web_authn_credential: StoredCredential | null
  web_authn_aaguid: string | null
}

const columns = (sql: Statements) => sql.fragment`
  id, user_id, friendly_name, factor_type, status, secret, phone, created_at, last_challenged_at, web_authn_credential,
  web_authn_aaguid`

/** Finds a factor of a member, with its secret. */
export async function findFactor(sql: Statements, userId: string, id: string): Promise<FactorRow | undefined> {
  const [factor] = await sql<FactorRow[]>`
    select ${columns(sql)} from auth.mfa_factors where id = ${id} and user_id = ${userId}`
  return factor
}

/** Returns the same as {@link findFactor}, locked until the transaction ends. */
export async function lockFactor(sql: Statements, id: string): Promise<FactorRow | undefined> {
  const [factor] = await sql<FactorRow[]>`select ${columns(sql)} from auth.mfa_factors where id = ${id} for update`
  return factor
}

/** Lists the stored WebAuthn credentials of a member's factors. */
export async function listFactorCredentials(sql: Statements, userId: string): Promise<unknown[]> {
  const rows = await sql<{ web_authn_credential: unknown }[]>`
    select web_authn_credential from auth.mfa_factors where user_id = ${userId} and web_authn_credential is not null`
  return rows.map(({ web_authn_credential: credential }) => credential)
}

interface NewFactor {
  id: string
  userId: string
  type: FactorRow['factor_type']
  friendlyName: string
  secret: string | null
  phone: string | null
  now: Date
}

export async function createFactor(sql: Statements, factor: NewFactor): Promise<void> {
  await sql`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, phone, created_at, updated_at)
    values (${factor.id}, ${factor.userId}, ${factor.friendlyName}, ${factor.type}, 'unverified', ${factor.secret},
      ${factor.phone}, ${factor.now}, ${factor.now})`
}

/** Deletes factors that were begun but never tried. */
export async function deleteStaleFactors(sql: Statements, before: Date): Promise<void> {
  await sql`
    delete from auth.mfa_factors f
    where f.status = 'unverified' and f.created_at < ${before}
      and not exists (select from auth.mfa_challenges c where c.factor_id = f.id)`
}

export async function setFactorVerified(sql: Statements, id: string, now: Date): Promise<void> {
  await sql`update auth.mfa_factors set status = 'verified', updated_at = ${now} where id = ${id}`
}

/** Stores the credential of a factor after it was created or used, with the last response for the app. */
export async function setFactorCredential(
  sql: Statements,
  id: string,
  { credential, aaguid, data }: { credential: StoredCredential; aaguid: string | null; data: Record<string, unknown> },
  now: Date,
): Promise<void> {
  await sql`
    update auth.mfa_factors
    set web_authn_credential = ${sql.json(credential)}, web_authn_aaguid = ${aaguid},
        last_webauthn_challenge_data = ${sql.json(data)}, updated_at = ${now}
    where id = ${id}`
}

export async function updateFactor(
  sql: Statements,
  id: string,
  change: { friendly_name: string; phone: string | null },
  now: Date,
): Promise<void> {
  await sql`update auth.mfa_factors set ${sql.assignments({ ...change, updated_at: now })} where id = ${id}`
}

/** Deletes the other unverified factors of a type once one is verified. */
export async function deleteUnverifiedFactors(sql: Statements, userId: string, type: string): Promise<void> {
  await sql`
    delete from auth.mfa_factors
    where user_id = ${userId} and factor_type::text = ${type} and status = 'unverified'`
}

export async function deleteFactorsOfUser(sql: Statements, userId: string): Promise<void> {
  await sql`delete from auth.mfa_factors where user_id = ${userId}`
}

export async function deleteFactor(sql: Statements, id: string): Promise<void> {
  await sql`delete from auth.mfa_factors where id = ${id}`
}
