import { errors, OAuthStyleError } from '../../errors.ts'
import type { AuthParts } from '../../kernel/dependencies.ts'
import { isBanned } from '../../requests/guards.ts'
import type { RequestClient } from '../../requests/request-client.ts'
import type { SessionRow } from '../../tables/sessions.ts'
import type { UserRow } from '../../tables/users.ts'
import { requireLiveSession } from './session-limits.ts'

/** A refresh token as it was shown, and by whom. */
export interface RefreshRequest {
  token: string
  client: RequestClient
  /** The client of our OAuth server that asks, proved. Absent for a member's own app. */
  oauthClientId?: string
}

/** Throws when the account or the session of a refresh token may not go on. Contract §3.3. */
export async function requireRefreshable(
  parts: AuthParts,
  { oauthClientId }: RefreshRequest,
  { user, session, usedAt }: { user: UserRow; session: SessionRow; usedAt?: Date },
): Promise<void> {
  if (isBanned(user, parts)) throw errors.refreshUserBanned()
  if ((session.oauth_client_id ?? undefined) !== oauthClientId) {
    throw new OAuthStyleError('invalid_client', 'The session belongs to another client')
  }
  await requireLiveSession(parts, user, session, usedAt)
}
