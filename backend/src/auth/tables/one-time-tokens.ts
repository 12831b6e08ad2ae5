import { randomUUID } from 'node:crypto'
import type { Statements } from '../kernel/dependencies.ts'
import { type UserRow, userColumns } from './user-row.ts'

export type TokenType =
  | 'confirmation_token'
  | 'reauthentication_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'phone_change_token'

interface NewToken {
  userId: string
  type: TokenType
  hash: string
  /** The address it was sent to. */
  relatesTo: string
  now: Date
}

/** Replaces the account's token of this type, in both tables. */
export async function setToken(sql: Statements, token: NewToken): Promise<void> {
  await sql`
    insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
    values (${randomUUID()}, ${token.userId}, ${token.type}, ${token.hash}, ${token.relatesTo},
      ${token.now}::timestamptz at time zone 'utc', ${token.now}::timestamptz at time zone 'utc')
    on conflict (user_id, token_type) do update
    set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
        created_at = excluded.created_at, updated_at = excluded.updated_at`
  await sql`update auth.users set ${sql.assignments({ [token.type]: token.hash, updated_at: token.now })} where id = ${token.userId}`
}

/** Finds the account with a token of one of the types, and the type that matched. */
export async function findUserByToken(
  sql: Statements,
  hash: string,
  types: TokenType[],
): Promise<{ user: UserRow; type: TokenType } | undefined> {
  const [row] = await sql<(UserRow & { token_type: TokenType })[]>`
    select t.token_type, ${userColumns(sql)}
    from auth.one_time_tokens t join auth.users u on u.id = t.user_id
    where t.token_hash = ${hash} and t.token_type::text = any(${types}) and u.deleted_at is null limit 1`
  if (!row) return undefined
  const { token_type: type, ...user } = row
  return { user, type }
}

/** Invalidates one token of an account. */
export async function clearToken(sql: Statements, userId: string, type: TokenType): Promise<void> {
  await sql`delete from auth.one_time_tokens where user_id = ${userId} and token_type = ${type}`
  await sql`update auth.users set ${sql.assignments({ [type]: '' })} where id = ${userId}`
}

/** Invalidates every token of an account, because they are obsolete once an address is verified. */
export async function clearAllTokens(sql: Statements, userId: string): Promise<void> {
  await sql`delete from auth.one_time_tokens where user_id = ${userId}`
  await sql`
    update auth.users
    set confirmation_token = '', recovery_token = '', email_change_token_new = '', email_change_token_current = '',
        phone_change_token = '', reauthentication_token = ''
    where id = ${userId}`
}
