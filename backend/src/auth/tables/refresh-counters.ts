import type { Statements } from '../kernel/dependencies.ts'
import type { AuditEntry } from './audit-log.ts'
import { type SessionRow, sessionColumns, withSessionDates } from './session-row.ts'
import { type UserRow, userColumns } from './user-row.ts'

/** A session with counted refresh tokens, and its account. */
export interface CounterState {
  user: UserRow
  session: SessionRow
  /** The session's key in base64url. */
  key: string
  counter: number
}

/** Returns undefined when the session does not exist or uses tokens of version 1. */
export async function findCounterState(sql: Statements, sessionId: string): Promise<CounterState | undefined> {
  const [row] = await sql<({ session: SessionRow; key: string; counter: string } & UserRow)[]>`
    select ${userColumns(sql)}, t.refresh_token_hmac_key as key, t.refresh_token_counter as counter,
      (select to_jsonb(x) from (select ${sessionColumns(sql)} from auth.sessions s where s.id = t.id) x) as session
    from auth.sessions t join auth.users u on u.id = t.user_id
    where t.id = ${sessionId} and t.refresh_token_hmac_key is not null and u.deleted_at is null`
  if (!row) return undefined
  const { session, key, counter, ...user } = row
  return { user, session: withSessionDates(session), key, counter: Number(counter) }
}

interface Advance {
  sessionId: string
  counter: number
  ip: string | null
  userAgent: string
  audit: AuditEntry[]
  now: Date
}

/** Increments the counter from `counter` in one statement. Returns true when this call did it. */
export async function incrementCounter(sql: Statements, advance: Advance): Promise<boolean> {
  const { now } = advance
  const rows = await sql`
    with advanced as (
      update auth.sessions
      set refresh_token_counter = refresh_token_counter + 1, refreshed_at = ${now}::timestamptz at time zone 'utc',
          updated_at = ${now}, user_agent = ${advance.userAgent}, ip = ${advance.ip}
      where id = ${advance.sessionId} and refresh_token_counter = ${advance.counter}
      returning id
    ), audit as (
      insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
      select '00000000-0000-0000-0000-000000000000', gen_random_uuid(), entry -> 'payload', ${now}::timestamptz, entry ->> 'ip'
      from advanced, json_array_elements(${sql.json(advance.audit)}::json) as entry
    )
    select id from advanced`
  return rows.length > 0
}

/**
 * Increments the counter by two, so that the previous token is not the parent of the current one. Returns undefined
 * when the session uses tokens of version 1.
 */
export async function skipCounter(
  sql: Statements,
  sessionId: string,
): Promise<{ key: string; counter: number } | undefined> {
  const [row] = await sql<{ key: string; counter: string }[]>`
    update auth.sessions set refresh_token_counter = refresh_token_counter + 2
    where id = ${sessionId} and refresh_token_hmac_key is not null
    returning refresh_token_hmac_key as key, refresh_token_counter as counter`
  return row && { key: row.key, counter: Number(row.counter) }
}
