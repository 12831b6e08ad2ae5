import type { Statements } from './statements.ts'

export interface FactorRow {
  id: string
  user_id: string
  friendly_name: string | null
  factor_type: 'totp' | 'phone' | 'webauthn'
  status: 'unverified' | 'verified'
  secret: string | null
  phone: string | null
  created_at: Date
}

/** A factor of a member, with its secret. */
export async function findFactor(sql: Statements, userId: string, id: string): Promise<FactorRow | undefined> {
  const [factor] = await sql<FactorRow[]>`
    select id, user_id, friendly_name, factor_type, status, secret, phone, created_at
    from auth.mfa_factors where id = ${id} and user_id = ${userId}`
  return factor
}

interface NewFactor {
  id: string
  userId: string
  friendlyName: string
  secret: string
  now: Date
}

export async function createTotpFactor(sql: Statements, factor: NewFactor): Promise<void> {
  await sql`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
    values (${factor.id}, ${factor.userId}, ${factor.friendlyName}, 'totp', 'unverified', ${factor.secret}, ${factor.now},
      ${factor.now})`
}

/** Forgets factors that were begun and never tried. */
export async function deleteStaleFactors(sql: Statements, before: Date): Promise<void> {
  await sql`
    delete from auth.mfa_factors f
    where f.status = 'unverified' and f.created_at < ${before}
      and not exists (select from auth.mfa_challenges c where c.factor_id = f.id)`
}

export async function setFactorVerified(sql: Statements, id: string, now: Date): Promise<void> {
  await sql`update auth.mfa_factors set status = 'verified', updated_at = ${now} where id = ${id}`
}

export async function updateFactorName(sql: Statements, id: string, friendlyName: string, now: Date): Promise<void> {
  await sql`update auth.mfa_factors set friendly_name = ${friendlyName}, updated_at = ${now} where id = ${id}`
}

/** Of several enrolments of one kind that were begun, one was finished: the others go. */
export async function deleteUnverifiedFactors(sql: Statements, userId: string, type: string): Promise<void> {
  await sql`
    delete from auth.mfa_factors
    where user_id = ${userId} and factor_type::text = ${type} and status = 'unverified'`
}

export async function deleteFactor(sql: Statements, id: string): Promise<void> {
  await sql`delete from auth.mfa_factors where id = ${id}`
}
