import { randomUUID } from 'node:crypto'
import type { Statements } from '../kernel/dependencies.ts'
import type { Pkce } from '../kernel/values/pkce.ts'

/** A client's request to sign a member in. */
export interface OauthAuthorizationRow {
  id: string
  authorization_id: string
  client_id: string
  user_id: string | null
  redirect_uri: string
  /** Separated by spaces. */
  scope: string
  state: string | null
  code_challenge: string | null
  code_challenge_method: 's256' | 'plain' | null
  status: 'pending' | 'approved' | 'denied' | 'expired'
  nonce: string | null
  expires_at: Date
  approved_at: Date | null
  code_used_at: Date | null
  session_id: string | null
}

const columns = (sql: Statements) => sql.fragment`
  id, authorization_id, client_id, user_id, redirect_uri, scope, state, code_challenge, code_challenge_method, status, nonce,
  expires_at, approved_at, code_used_at, session_id`

interface NewAuthorization {
  authorizationId: string
  clientId: string
  redirectUri: string
  scope: string
  state: string | null
  resource: string | null
  nonce: string | null
  pkce: Pkce
  expiresAt: Date
  now: Date
}

export async function createAuthorization(sql: Statements, fresh: NewAuthorization): Promise<void> {
  await sql`
    insert into auth.oauth_authorizations (id, authorization_id, client_id, redirect_uri, scope, state, resource, nonce,
      code_challenge, code_challenge_method, created_at, expires_at)
    values (${randomUUID()}, ${fresh.authorizationId}, ${fresh.clientId}, ${fresh.redirectUri}, ${fresh.scope},
      ${fresh.state}, ${fresh.resource}, ${fresh.nonce}, ${fresh.pkce.challenge}, ${fresh.pkce.method}, ${fresh.now},
      ${fresh.expiresAt})`
}

/**
 * Returns a pending request, locked until the transaction ends. The first session that opens it owns it for its member,
 * until that session ends. It is not found for other members, nor once it is approved, denied or expired.
 */
export async function claimAuthorization(
  sql: Statements,
  authorizationId: string,
  { userId, sessionId }: { userId: string; sessionId: string | undefined },
  now: Date,
): Promise<OauthAuthorizationRow | undefined> {
  const [row] = await sql<OauthAuthorizationRow[]>`
    update auth.oauth_authorizations set user_id = ${userId}, opened_by_session_id = ${sessionId ?? null}
    where authorization_id = ${authorizationId} and status = 'pending' and expires_at > ${now}
      and (user_id = ${userId} or opened_by_session_id is null)
    returning ${columns(sql)}`
  return row
}

/** Approves a request. Its code, stored as a hash, can be exchanged until `expiresAt`. */
export async function approveAuthorization(
  sql: Statements,
  id: string,
  { codeHash, expiresAt, now }: { codeHash: string; expiresAt: Date; now: Date },
): Promise<void> {
  await sql`
    update auth.oauth_authorizations
    set status = 'approved', authorization_code = ${codeHash}, approved_at = ${now}, expires_at = ${expiresAt}
    where id = ${id}`
}

export async function denyAuthorization(sql: Statements, id: string): Promise<void> {
  await sql`update auth.oauth_authorizations set status = 'denied' where id = ${id}`
}

/** Locks the request of a code, so that only one exchange succeeds. */
export async function lockAuthorizationByCode(
  sql: Statements,
  codeHash: string,
): Promise<OauthAuthorizationRow | undefined> {
  const [row] = await sql<OauthAuthorizationRow[]>`
    select ${columns(sql)} from auth.oauth_authorizations where authorization_code = ${codeHash} for update`
  return row
}

/** Marks the code as exchanged, with its session. */
export async function updateCodeUsed(sql: Statements, id: string, sessionId: string, now: Date): Promise<void> {
  await sql`update auth.oauth_authorizations set code_used_at = ${now}, session_id = ${sessionId} where id = ${id}`
}
