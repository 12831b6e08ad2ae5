import type { Statements } from '../kernel/dependencies.ts'
import { type UserRow, userColumns } from './user-row.ts'

export interface UserPage {
  limit: number
  offset: number
  ascending: boolean
  /** A part of an email address or full name. */
  filter: string | undefined
}

/** Returns a page of accounts and the total number of matches. */
export async function listUsers(
  sql: Statements,
  audience: string,
  { limit, offset, ascending, filter }: UserPage,
): Promise<{ users: UserRow[]; total: number }> {
  const pattern = filter === undefined ? undefined : `%${filter.replace(/[\\%_]/g, '\\$&')}%`
  const matches =
    pattern === undefined
      ? sql.fragment`u.aud = ${audience} and u.deleted_at is null`
      : sql.fragment`u.aud = ${audience} and u.deleted_at is null
          and (u.email like ${pattern} or u.raw_user_meta_data ->> 'full_name' ilike ${pattern})`
  const order = ascending ? sql.fragment`u.created_at asc, u.id` : sql.fragment`u.created_at desc, u.id`
  const [[counted], users] = await Promise.all([
    sql<{ total: number }[]>`select count(*)::int as total from auth.users u where ${matches}`,
    sql<UserRow[]>`
      select ${userColumns(sql)} from auth.users u where ${matches}
      order by ${order} limit ${limit} offset ${offset}`,
  ])
  return { users, total: counted?.total ?? 0 }
}

/** Finds an account by id, including soft-deleted ones. */
export async function findAnyUser(sql: Statements, id: string): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow[]>`select ${userColumns(sql)} from auth.users u where u.id = ${id}`
  return user
}

export interface AnonymizedUser {
  id: string
  email: string
  phone: string
  emailChange: string
  phoneChange: string
}

/**
 * Deletes an account softly: the row stays for references, its addresses become free, and all personal data is removed.
 * Call it within a transaction.
 */
export async function anonymizeUser(sql: Statements, user: AnonymizedUser, now: Date): Promise<void> {
  await sql`
    update auth.users
    set email = nullif(${user.email}, ''), phone = nullif(${user.phone}, ''), email_change = ${user.emailChange}, phone_change = ${user.phoneChange},
        encrypted_password = '', raw_app_meta_data = '{}', raw_user_meta_data = '{}', confirmation_token = '',
        recovery_token = '', email_change_token_new = '', email_change_token_current = '', phone_change_token = '',
        reauthentication_token = '', deleted_at = ${now}, updated_at = ${now}
    where id = ${user.id}`
  await sql`delete from auth.one_time_tokens where user_id = ${user.id}`
  await sql`delete from auth.flow_state where user_id = ${user.id}`
  await sql`delete from auth.sessions where user_id = ${user.id}`
  await sql`delete from auth.mfa_factors where user_id = ${user.id}`
  await sql`delete from auth.webauthn_credentials where user_id = ${user.id}`
}
