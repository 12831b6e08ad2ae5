import type { Statements } from '../kernel/dependencies.ts'

type Json = Record<string, unknown>

/** An identity within a user row. Times are ISO strings. */
export interface IdentityRow {
  id: string
  provider_id: string
  user_id: string
  identity_data: Json
  provider: string
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
  email: string | null
}

/** An MFA factor within a user row, without its secret. */
export interface FactorSummary {
  id: string
  created_at: string
  updated_at: string
  status: 'unverified' | 'verified'
  friendly_name: string | null
  factor_type: 'totp' | 'phone' | 'webauthn'
  phone: string | null
  last_challenged_at: string | null
  web_authn_aaguid: string | null
  last_webauthn_challenge_data: Json | null
}

/**
 * A row of auth.users with its identities and factors, oldest first. Of identities created together, email comes before
 * phone.
 */
export interface UserRow {
  id: string
  aud: string | null
  role: string | null
  email: string | null
  encrypted_password: string | null
  email_confirmed_at: Date | null
  invited_at: Date | null
  confirmation_token: string | null
  confirmation_sent_at: Date | null
  recovery_token: string | null
  recovery_sent_at: Date | null
  email_change_token_new: string | null
  email_change: string | null
  email_change_sent_at: Date | null
  last_sign_in_at: Date | null
  raw_app_meta_data: Json | null
  raw_user_meta_data: Json | null
  created_at: Date | null
  updated_at: Date | null
  phone: string | null
  phone_confirmed_at: Date | null
  phone_change: string | null
  phone_change_sent_at: Date | null
  phone_change_token: string | null
  confirmed_at: Date | null
  email_change_token_current: string | null
  email_change_confirm_status: number
  banned_until: Date | null
  reauthentication_token: string | null
  reauthentication_sent_at: Date | null
  is_sso_user: boolean
  deleted_at: Date | null
  is_anonymous: boolean
  identities: IdentityRow[]
  factors: FactorSummary[]
}

const withParts = (sql: Statements) => sql.fragment`
  u.*,
  coalesce(
    (select jsonb_agg(to_jsonb(i) order by i.created_at, i.provider, i.id) from auth.identities i where i.user_id = u.id), '[]'
  ) as identities,
  coalesce(
    (select jsonb_agg(
       jsonb_build_object(
         'id', f.id, 'created_at', f.created_at, 'updated_at', f.updated_at, 'status', f.status, 'phone', f.phone,
         'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'last_challenged_at', f.last_challenged_at,
         'web_authn_aaguid', f.web_authn_aaguid, 'last_webauthn_challenge_data', f.last_webauthn_challenge_data)
       order by f.created_at, f.id)
     from auth.mfa_factors f where f.user_id = u.id), '[]'
  ) as factors`

/** The columns that select complete user rows in other statements. */
export const userColumns = withParts

export async function findUserById(sql: Statements, id: string): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow[]>`select ${withParts(sql)} from auth.users u where u.id = ${id}`
  return user
}

/** Ignores single sign-on accounts, which may share an address. */
export async function findUserByEmail(sql: Statements, email: string, audience: string): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow[]>`
    select ${withParts(sql)} from auth.users u
    where u.instance_id = '00000000-0000-0000-0000-000000000000' and lower(u.email) = ${email}
      and u.aud = ${audience} and not u.is_sso_user and u.deleted_at is null
    limit 1`
  return user
}

export async function findUserByPhone(sql: Statements, phone: string, audience: string): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow[]>`
    select ${withParts(sql)} from auth.users u
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

/** Finds the account that is changing its address to `email`. */
export async function findUserByNewEmail(
  sql: Statements,
  email: string,
  audience: string,
): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow[]>`
    select ${withParts(sql)} from auth.users u
    where u.email_change = ${email} and u.aud = ${audience} and u.deleted_at is null
    order by u.email_change_sent_at desc nulls last limit 1`
  return user
}

/** Finds the account that is changing its number to `phone`. */
export async function findUserByNewPhone(
  sql: Statements,
  phone: string,
  audience: string,
): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow[]>`
    select ${withParts(sql)} from auth.users u
    where u.phone_change = ${phone} and u.aud = ${audience} and u.deleted_at is null
    order by u.phone_change_sent_at desc nulls last limit 1`
  return user
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
  userMetadata: Json
  appMetadata: Json
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
    | 'raw_app_meta_data'
    | 'raw_user_meta_data'
    | 'confirmation_sent_at'
    | 'recovery_sent_at'
    | 'reauthentication_sent_at'
  >
>

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
