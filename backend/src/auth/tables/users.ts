import type { Statements } from '../kernel/dependencies.ts'
import { type UserRow, userColumns } from './user-row.ts'

export async function findUserById(sql: Statements, id: string): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow[]>`select ${userColumns(sql)} from auth.users u where u.id = ${id}`
  return user
}

/** Finds an account by its address in lower case. Ignores single sign-on accounts, which may share an address. */
export async function findUserByEmail(sql: Statements, email: string, audience: string): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow[]>`
    select ${userColumns(sql)} from auth.users u
    where u.instance_id = '00000000-0000-0000-0000-000000000000' and lower(u.email) = ${email}
      and u.aud = ${audience} and not u.is_sso_user and u.deleted_at is null
    limit 1`
  return user
}

/** Finds the account with a number, confirmed or not. `phone` has only digits. */
export async function findUserByPhone(sql: Statements, phone: string, audience: string): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow[]>`
    select ${userColumns(sql)} from auth.users u
    where u.phone = ${phone} and u.aud = ${audience} and u.deleted_at is null limit 1`
  return user
}

/** Lists the accounts with one of the addresses, of any audience, without single sign-on accounts. */
export async function listAccountsByEmails(
  sql: Statements,
  emails: string[],
): Promise<{ id: string; email: string }[]> {
  if (emails.length === 0) return []
  return sql<{ id: string; email: string }[]>`
    select id, lower(email) as email from auth.users
    where instance_id = '00000000-0000-0000-0000-000000000000' and lower(email) = any(${emails})
      and not is_sso_user and deleted_at is null`
}

/** Bounds the work of checking one code. Members rarely share a new address. */
const MAX_CHANGING = 100

/** Lists the accounts that are changing their address to `email`, the latest request first. */
export async function listUsersByNewEmail(sql: Statements, email: string, audience: string): Promise<UserRow[]> {
  return sql<UserRow[]>`
    select ${userColumns(sql)} from auth.users u
    where u.email_change = ${email} and u.aud = ${audience} and u.deleted_at is null
    order by u.email_change_sent_at desc nulls last limit ${MAX_CHANGING}`
}

/** Lists the accounts that are changing their number to `phone`, the latest request first. */
export async function listUsersByNewPhone(sql: Statements, phone: string, audience: string): Promise<UserRow[]> {
  return sql<UserRow[]>`
    select ${userColumns(sql)} from auth.users u
    where u.phone_change = ${phone} and u.aud = ${audience} and u.deleted_at is null
    order by u.phone_change_sent_at desc nulls last limit ${MAX_CHANGING}`
}

/** Locks an account until the transaction ends, so that its codes are consumed one at a time. */
export async function lockUser(sql: Statements, id: string): Promise<UserRow | undefined> {
  await sql`select from auth.users where id = ${id} for update`
  return findUserById(sql, id)
}

export interface NewUser {
  id: string
  audience: string
  role: string
  email: string | null
  phone: string | null
  passwordHash: string | null
  emailConfirmedAt: Date | null
  phoneConfirmedAt: Date | null
  userMetadata: Record<string, unknown>
  appMetadata: Record<string, unknown>
  isAnonymous: boolean
  /** Single sign-on accounts may share an address with other accounts. */
  isSsoUser?: boolean
  bannedUntil: Date | null
  invitedAt: Date | null
  now: Date
}

/**
 * Marks the transaction as the operator's, for triggers of the app on the tables of accounts. The claims are those that
 * the data service sets for the secret key.
 */
export async function markAsOperator(sql: Statements): Promise<void> {
  await sql`select set_config('request.jwt.claims', '{"role": "service_role"}', true)`
}

/** Inserts an account without identities. A taken email or phone is a unique violation. */
export async function createUser(sql: Statements, user: NewUser): Promise<void> {
  await sql`
    insert into auth.users (
      instance_id, id, aud, role, email, phone, encrypted_password, email_confirmed_at, phone_confirmed_at,
      raw_app_meta_data, raw_user_meta_data, is_anonymous, is_sso_user, banned_until, invited_at, created_at,
      updated_at, confirmation_token, recovery_token, email_change_token_new, email_change)
    values (
      '00000000-0000-0000-0000-000000000000', ${user.id}, ${user.audience}, ${user.role}, ${user.email}, ${user.phone},
      ${user.passwordHash}, ${user.emailConfirmedAt}, ${user.phoneConfirmedAt}, ${sql.json(user.appMetadata)},
      ${sql.json(user.userMetadata)}, ${user.isAnonymous}, ${user.isSsoUser ?? false},
      ${user.bannedUntil}, ${user.invitedAt}, ${user.now}, ${user.now}, '', '', '', '')`
}

/** The columns of an account that endpoints update. Metadata are complete objects, already merged. */
export type UserChange = Partial<
  Pick<
    UserRow,
    | 'aud'
    | 'role'
    | 'email'
    | 'phone'
    | 'encrypted_password'
    | 'email_confirmed_at'
    | 'phone_confirmed_at'
    | 'email_change'
    | 'email_change_confirm_status'
    | 'email_change_sent_at'
    | 'phone_change'
    | 'phone_change_sent_at'
    | 'banned_until'
    | 'deleted_at'
    | 'invited_at'
    | 'is_anonymous'
    | 'is_contested'
    | 'raw_app_meta_data'
    | 'raw_user_meta_data'
    | 'confirmation_sent_at'
    | 'recovery_sent_at'
    | 'reauthentication_sent_at'
  >
>

/** Updates the given columns of an account. */
export async function updateUser(sql: Statements, id: string, change: UserChange, now: Date): Promise<void> {
  const { raw_app_meta_data: app, raw_user_meta_data: user, ...plain } = change
  const columns = {
    ...plain,
    ...(app ? { raw_app_meta_data: sql.json(app) } : {}),
    ...(user ? { raw_user_meta_data: sql.json(user) } : {}),
    updated_at: now,
  }
  await sql`update auth.users set ${sql.assignments(columns)} where id = ${id}`
}

/** Sets provider and providers of the app metadata from the account's identities. */
export async function updateProviders(sql: Statements, userId: string): Promise<void> {
  await sql`
    update auth.users u
    set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || jsonb_build_object(
      'provider', i.providers[1], 'providers', to_jsonb(i.providers))
    from (
      select array_agg(provider order by first_at, provider) as providers
      from (select provider, min(created_at) as first_at from auth.identities where user_id = ${userId} group by provider) p
    ) i
    where u.id = ${userId} and i.providers is not null`
}

export async function deleteUser(sql: Statements, id: string): Promise<void> {
  await sql`delete from auth.users where id = ${id}`
}
