import type { Fragment } from '../../postgres/statements/template.ts'
import type { Statements } from '../kernel/dependencies.ts'
import type { AuthSettings } from '../settings.ts'
import type { AuditEntry } from './audit-log.ts'
import { type SessionRow, sessionColumns, withSessionDates } from './session-row.ts'
import { type UserRow, userColumns } from './user-row.ts'

export async function findSession(sql: Statements, id: string): Promise<SessionRow | undefined> {
  const [session] = await sql<SessionRow[]>`select ${sessionColumns(sql)} from auth.sessions s where s.id = ${id}`
  return session
}

/** Returns the account and the session of an access token in one round trip. */
export async function findUserAndSession(
  sql: Statements,
  userId: string,
  sessionId: string | undefined,
): Promise<{ user: UserRow; session: SessionRow | undefined } | undefined> {
  const [row] = await sql<(UserRow & { session: (SessionRow & { created_at: string }) | null })[]>`
    select ${userColumns(sql)},
      (select to_jsonb(x) from (select ${sessionColumns(sql)} from auth.sessions s
         where s.id = ${sessionId ?? null} and s.user_id = u.id) x) as session
    from auth.users u where u.id = ${userId} and u.deleted_at is null`
  if (!row) return undefined
  const { session, ...user } = row
  return { user, session: session ? withSessionDates(session) : undefined }
}

/** The first refresh token of a session, in the configured form. */
export interface FirstRefreshToken {
  text: string
  /** The token of version 1, which has a row; null for version 2. */
  row: string | null
  /** The key of version 2 in base64url; null for version 1. */
  key: string | null
}

/** A session to create. */
export interface NewSession {
  id: string
  userId: string
  aal: 'aal1' | 'aal2'
  method: string
  refreshToken: FirstRefreshToken
  ip: string | null
  userAgent: string
  audit: AuditEntry | undefined
  /** The session may not be refreshed after this time. */
  notAfter?: Date | undefined
  /** The OAuth client that the session is for, with its granted scopes. */
  oauthClient?: { id: string; scopes: string } | undefined
  now: Date
}

/** Creates a session with its first refresh token, its authentication method and the audit entry in one statement. */
export async function createSession(sql: Statements, session: NewSession): Promise<void> {
  const { id, userId, now, audit, refreshToken: refresh } = session
  await sql`
    with opened as (
      insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip, not_after, oauth_client_id, scopes,
        refresh_token_hmac_key, refresh_token_counter)
      values (${id}, ${userId}, ${now}, ${now}, ${session.aal}, ${session.userAgent}, ${session.ip},
        ${session.notAfter ?? null}, ${session.oauthClient?.id ?? null}, ${session.oauthClient?.scopes ?? null},
        ${refresh.key}, ${refresh.key === null ? null : 0})
      returning id
    ), token as (
      insert into auth.refresh_tokens (instance_id, token, user_id, session_id, revoked, parent, created_at, updated_at)
      select '00000000-0000-0000-0000-000000000000', ${refresh.row}, ${userId}::text, opened.id, false, null,
        ${now}::timestamptz, ${now}::timestamptz
      from opened where ${refresh.row !== null}
    ), amr as (
      insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
      select gen_random_uuid(), opened.id, ${now}::timestamptz, ${now}::timestamptz, ${session.method} from opened
    ), audit as (
      insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
      select '00000000-0000-0000-0000-000000000000', gen_random_uuid(), ${sql.json(audit?.payload ?? {})}::json,
        ${now}::timestamptz, ${audit?.ip ?? ''}
      where ${audit !== undefined}
    )
    update auth.users set last_sign_in_at = ${now} where id = ${userId}`
}

/** Adds an authentication method to a session, or renews its time. */
export async function upsertAmrClaim(sql: Statements, sessionId: string, method: string, now: Date): Promise<void> {
  await sql`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (gen_random_uuid(), ${sessionId}, ${now}, ${now}, ${method})
    on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`
}

/** Locks a session until the transaction ends. */
export async function lockSession(sql: Statements, id: string): Promise<boolean> {
  const rows = await sql`select from auth.sessions where id = ${id} for update`
  return rows.length > 0
}

/** Raises a session after MFA. */
export async function updateSessionAal(
  sql: Statements,
  id: string,
  { aal, factorId }: { aal: 'aal1' | 'aal2'; factorId: string | null },
  now: Date,
): Promise<void> {
  await sql`update auth.sessions set aal = ${aal}, factor_id = ${factorId}, updated_at = ${now} where id = ${id}`
}

/** Downgrades the sessions that a factor had raised to AAL2, and removes its authentication method from them. */
export async function downgradeSessions(sql: Statements, factorId: string, method: string): Promise<void> {
  await sql`
    with lowered as (
      update auth.sessions set aal = 'aal1', factor_id = null where factor_id = ${factorId} returning id
    )
    delete from auth.mfa_amr_claims a using lowered
    where a.session_id = lowered.id and a.authentication_method = ${method}`
}

export async function deleteSession(sql: Statements, id: string): Promise<void> {
  await sql`delete from auth.sessions where id = ${id}`
}

export async function deleteSessionsOfUser(sql: Statements, userId: string): Promise<void> {
  await sql`delete from auth.sessions where user_id = ${userId}`
}

/** Deletes all sessions of an account except `keptId`. */
export async function deleteOtherSessions(sql: Statements, userId: string, keptId: string | undefined): Promise<void> {
  await sql`delete from auth.sessions where user_id = ${userId} and id is distinct from ${keptId ?? null}::uuid`
}

/** Deletes the member's sessions below aal2, with `hasApps` also those of connected apps. */
export async function deleteAal1Sessions(
  sql: Statements,
  userId: string,
  { hasApps }: { hasApps: boolean },
): Promise<void> {
  await sql`
    delete from auth.sessions
    where user_id = ${userId} and aal = 'aal1' and (${hasApps} or oauth_client_id is null)`
}

/** The limits after which a session ends. */
type SessionLimits = Pick<AuthSettings, 'sessionTags' | 'sessionTimeboxMs' | 'sessionInactivityMs'>

/** Returns true when another valid session of the account with the same tag was used more recently. */
export async function hasNewerSession(
  sql: Statements,
  session: SessionRow,
  { sessionTags, sessionTimeboxMs, sessionInactivityMs }: SessionLimits,
  now: Date,
): Promise<boolean> {
  const before = (milliseconds: number | undefined) =>
    milliseconds === undefined ? null : new Date(now.getTime() - milliseconds)
  const rows = await sql`
    select from auth.sessions s
    where s.user_id = ${session.user_id} and s.id <> ${session.id}
      and ${normalizeTag(sql, sql.fragment`s.tag`, sessionTags)}
        = ${normalizeTag(sql, sql.fragment`${session.tag}::text`, sessionTags)}
      and (s.not_after is null or s.not_after > ${now})
      and (${before(sessionTimeboxMs)}::timestamptz is null or s.created_at > ${before(sessionTimeboxMs)})
      and (${before(sessionInactivityMs)}::timestamptz is null
        or coalesce(s.refreshed_at at time zone 'utc', s.created_at) > ${before(sessionInactivityMs)})
      and coalesce(s.refreshed_at at time zone 'utc', s.created_at)
        > ${session.refreshed_at ?? session.created_at}::timestamptz
    limit 1`
  return rows.length > 0
}

/**
 * A missing or unknown tag counts as the first configured tag. Without configured tags all sessions count as one group.
 */
function normalizeTag(sql: Statements, tag: Fragment, tags: string[]) {
  return sql.fragment`case when ${tag} = any(${tags}::text[]) then ${tag} else ${tags[0] ?? ''}::text end`
}
