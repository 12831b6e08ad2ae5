import { errors } from '../../errors.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import type { SessionRow } from '../../tables/session-row.ts'
import { hasNewerSession } from '../../tables/sessions.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { lacksSecondFactor } from './second-factor.ts'

/**
 * Throws when a session has ended and may not be refreshed. `usedAt` applies to sessions that were never refreshed
 * (auth 3.4).
 */
export async function requireLiveSession(
  dependencies: AuthDependencies,
  user: UserRow,
  session: SessionRow,
  usedAt?: Date,
): Promise<void> {
  const end = await findSessionEnd(dependencies, user, session, usedAt)
  if (end !== undefined) throw errors.refreshSessionExpired(end)
}

/** Returns the reason why a session has ended, as the suffix of "Session Expired". Undefined while it is active. */
export async function findSessionEnd(
  { settings, sql, now }: AuthDependencies,
  user: UserRow,
  session: SessionRow,
  usedAt = session.created_at,
): Promise<string | undefined> {
  const time = now()
  const isOver = (since: Date, limitMs: number | undefined) =>
    limitMs !== undefined && since.getTime() + limitMs < time.getTime()
  if (session.not_after && session.not_after < time) return ''
  if (isOver(session.created_at, settings.sessionTimeboxMs)) return ''
  const lastUse = session.refreshed_at ?? usedAt
  if (isOver(lastUse, settings.sessionInactivityMs)) return ' (Inactivity)'
  if (lacksSecondFactor(user, session) && isOver(session.created_at, settings.sessionLowAalMs)) {
    return ' (Low AAL: User Needs MFA Verification)'
  }
  const isSuperseded = settings.sessionSinglePerUser && (await hasNewerSession(sql, session, settings, time))
  return isSuperseded ? ' (Revoked by Newer Login)' : undefined
}
