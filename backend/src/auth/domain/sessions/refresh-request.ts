import { errors, OAuthStyleError } from '../../errors.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import type { SessionRow } from '../../tables/session-row.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { isBanned } from '../accounts/get-user.ts'
import { requireLiveSession } from './session-limits.ts'

/** A refresh token as the client presented it. */
export interface RefreshRequest {
  token: string
  /** The authenticated client of our OAuth server. Absent for the member's own sessions. */
  oauthClientId?: string
}

/** Throws when the account or the session of a refresh token may not continue (auth 3.3). */
export async function requireRefreshable(
  dependencies: AuthDependencies,
  { oauthClientId }: RefreshRequest,
  { user, session, usedAt }: { user: UserRow; session: SessionRow; usedAt?: Date },
): Promise<void> {
  if (isBanned(user, dependencies)) throw errors.refreshUserBanned()
  if ((session.oauth_client_id ?? undefined) !== oauthClientId) {
    throw new OAuthStyleError('invalid_client', 'The session belongs to another client')
  }
  await requireLiveSession(dependencies, user, session, usedAt)
}
