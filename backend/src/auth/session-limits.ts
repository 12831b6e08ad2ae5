import type { AuthParts } from './context.ts'
import { errors } from './errors.ts'
import type { RefreshTokenRow } from './tables/refresh-tokens.ts'
import { hasNewerSession, type SessionRow } from './tables/sessions.ts'
import type { UserRow } from './tables/users.ts'

/** Throws when a session may not be refreshed any more. Contract §3.4. */
export async function requireLiveSession(
  parts: AuthParts,
  user: UserRow,
  session: SessionRow,
  token: RefreshTokenRow,
): Promise<void> {
  const { settings, sql } = parts
  const now = parts.now()
  const isOver = (since: Date, limitMs: number | undefined) =>
    limitMs !== undefined && since.getTime() + limitMs < now.getTime()
  if (session.not_after && session.not_after < now) throw errors.refreshSessionExpired('')
  if (isOver(session.created_at, settings.sessionTimeboxMs)) throw errors.refreshSessionExpired('')
  const usedAt = session.refreshed_at ?? token.updated_at
  if (isOver(usedAt, settings.sessionInactivityMs)) throw errors.refreshSessionExpired(' (Inactivity)')
  const isLow = session.aal !== 'aal2' && user.factors.some(({ status }) => status === 'verified')
  if (isLow && isOver(session.created_at, settings.sessionLowAalMs)) {
    throw errors.refreshSessionExpired(' (Low AAL: User Needs MFA Verification)')
  }
  if (settings.sessionSinglePerUser && (await hasNewerSession(sql, session, now))) {
    throw errors.refreshSessionExpired(' (Revoked by Newer Login)')
  }
}
