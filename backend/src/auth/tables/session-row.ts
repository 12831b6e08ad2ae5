import type { Statements } from '../kernel/dependencies.ts'

/** An authentication method of a session; a row of auth.mfa_amr_claims. */
export interface AmrClaim {
  method: string
  /** Unix seconds. */
  timestamp: number
}

/** A row of auth.sessions with its authentication methods. */
export interface SessionRow {
  id: string
  user_id: string
  created_at: Date
  updated_at: Date | null
  factor_id: string | null
  aal: 'aal1' | 'aal2' | 'aal3' | null
  not_after: Date | null
  refreshed_at: Date | null
  tag: string | null
  oauth_client_id: string | null
  /** The scopes of an OAuth client's session, separated by spaces. */
  scopes: string | null
  /** Newest first. */
  amr: AmrClaim[]
}

/** The columns of a complete session row, from `auth.sessions s`. */
export const sessionColumns = (sql: Statements) => sql.fragment`
  s.id, s.user_id, s.created_at, s.updated_at, s.factor_id, s.aal, s.not_after, s.tag, s.oauth_client_id, s.scopes,
  s.refreshed_at at time zone 'utc' as refreshed_at,
  coalesce(
    (select jsonb_agg(
       jsonb_build_object('method', a.authentication_method, 'timestamp', floor(extract(epoch from a.updated_at))::bigint)
       order by a.updated_at desc)
     from auth.mfa_amr_claims a where a.session_id = s.id), '[]'
  ) as amr`

/** Converts the time columns of a row that came as JSON, where they are strings. */
export function withSessionDates(session: SessionRow): SessionRow {
  const toDate = (value: Date | null) => (value === null ? null : new Date(value))
  return {
    ...session,
    created_at: new Date(session.created_at),
    updated_at: toDate(session.updated_at),
    not_after: toDate(session.not_after),
    refreshed_at: toDate(session.refreshed_at),
  }
}
