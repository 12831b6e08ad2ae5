import type { Statements } from '../kernel/dependencies.ts'
import type { AuditEntry } from './audit-log.ts'
import { type SessionRow, sessionColumns, withSessionDates } from './session-row.ts'
import { type UserRow, userColumns } from './user-row.ts'

export interface RefreshTokenRow {
  token: string
  parent: string | null
  revoked: boolean
  created_at: Date
  /** For a revoked token, the time of its revocation. */
  updated_at: Date
  session_id: string | null
}

export interface RefreshState {
  token: RefreshTokenRow
  user: UserRow | null
  session: SessionRow | null
}

/** Returns a refresh token with its account and session, in one round trip and without locks. */
export async function findRefreshState(sql: Statements, token: string): Promise<RefreshState | undefined> {
  const [row] = await sql<({ token: RefreshTokenRow; session: SessionRow | null } & UserRow)[]>`
    select ${userColumns(sql)},
      jsonb_build_object('token', r.token, 'parent', r.parent, 'revoked', r.revoked, 'session_id', r.session_id,
        'created_at', r.created_at, 'updated_at', r.updated_at) as token,
      (select to_jsonb(x) from (select ${sessionColumns(sql)} from auth.sessions s where s.id = r.session_id) x) as session
    from auth.refresh_tokens r left join auth.users u on u.id::text = r.user_id
    where r.token = ${token}`
  if (!row) return undefined
  const { token: found, session, ...user } = row
  return { token: withDates(found), user: user.id ? user : null, session: session && withSessionDates(session) }
}

/** Converts the time columns of rows in JSON, which are strings. */
function withDates(row: RefreshTokenRow): RefreshTokenRow {
  return { ...row, created_at: new Date(row.created_at), updated_at: new Date(row.updated_at) }
}

interface Swap {
  token: string
  child: string
  sessionId: string
  userId: string
  ip: string | null
  userAgent: string
  audit: AuditEntry[]
  now: Date
}

/**
 * Revokes a token and issues its child in one statement. Returns true when this call did it. Locks the session first,
 * so that of two requests with the same token the second finds it revoked.
 */
export async function rotateRefreshToken(sql: Statements, swap: Swap): Promise<boolean> {
  const { now } = swap
  const rows = await sql`
    with locked as materialized (
      select id from auth.sessions where id = ${swap.sessionId} for update
    ), old as (
      update auth.refresh_tokens r set revoked = true, updated_at = ${now}
      from locked where r.session_id = locked.id and r.token = ${swap.token} and not r.revoked
      returning r.token, r.session_id
    ), child as (
      insert into auth.refresh_tokens (instance_id, token, user_id, session_id, revoked, parent, created_at, updated_at)
      select '00000000-0000-0000-0000-000000000000', ${swap.child}, ${swap.userId}::text, old.session_id, false, old.token,
        ${now}::timestamptz, ${now}::timestamptz
      from old
    ), audit as (
      insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
      select '00000000-0000-0000-0000-000000000000', gen_random_uuid(), entry -> 'payload', ${now}::timestamptz, entry ->> 'ip'
      from old, json_array_elements(${sql.json(swap.audit)}::json) as entry
    )
    update auth.sessions s
    set refreshed_at = ${now}::timestamptz at time zone 'utc', updated_at = ${now},
        user_agent = ${swap.userAgent}, ip = ${swap.ip}
    from old where s.id = old.session_id returning s.id`
  return rows.length > 0
}

/** Returns the current token of a session: the newest that is not revoked. */
export async function findCurrentToken(sql: Statements, sessionId: string): Promise<RefreshTokenRow | undefined> {
  const [row] = await sql<RefreshTokenRow[]>`
    select token, parent, revoked, created_at, updated_at, session_id from auth.refresh_tokens
    where session_id = ${sessionId} and not revoked order by id desc limit 1`
  return row
}

interface NewRefreshToken {
  token: string
  parent: string | null
  sessionId: string
  userId: string
  now: Date
}

export async function createRefreshToken(sql: Statements, fresh: NewRefreshToken): Promise<void> {
  await sql`
    insert into auth.refresh_tokens (instance_id, token, user_id, session_id, revoked, parent, created_at, updated_at)
    values ('00000000-0000-0000-0000-000000000000', ${fresh.token}, ${fresh.userId}, ${fresh.sessionId}, false,
      ${fresh.parent}, ${fresh.now}, ${fresh.now})`
}

/** Revokes every token of a session, which then lasts only until its access token expires. */
export async function revokeTokensOfSession(sql: Statements, sessionId: string, now: Date): Promise<void> {
  await sql`
    update auth.refresh_tokens set revoked = true, updated_at = ${now} where session_id = ${sessionId} and not revoked`
}
