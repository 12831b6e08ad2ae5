import type { AuthRequest } from '../../requests/context.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { SCOPES } from './scopes.ts'

/** Returns the claims about a member that the scopes allow (OpenID Connect Core §5.4). */
export function toMemberClaims(user: UserRow, scopes: readonly string[]): Record<string, unknown> {
  const metadata = user.raw_user_meta_data ?? {}
  const pick = (...names: string[]) => names.map((name) => metadata[name]).find((value) => typeof value === 'string')
  const profile = {
    name: pick('full_name', 'name'),
    given_name: pick('given_name'),
    family_name: pick('family_name'),
    nickname: pick('nickname'),
    preferred_username: pick('preferred_username', 'user_name'),
    picture: pick('avatar_url', 'picture'),
    locale: pick('locale'),
    updated_at: user.updated_at ? Math.floor(user.updated_at.getTime() / 1_000) : undefined,
  }
  const claims: Record<string, unknown> = {
    ...(scopes.includes('profile') ? profile : {}),
    ...(scopes.includes('email') && user.email
      ? { email: user.email, email_verified: user.email_confirmed_at !== null }
      : {}),
    ...(scopes.includes('phone') && user.phone
      ? { phone_number: `+${user.phone}`, phone_number_verified: user.phone_confirmed_at !== null }
      : {}),
  }
  const known = Object.entries(claims).filter(([, value]) => value !== undefined)
  return { sub: user.id, ...Object.fromEntries(known) }
}

/**
 * GET and POST /oauth/userinfo: returns the claims that the client was granted, or all claims for a member's own
 * session (auth 9.2).
 */
export function userinfo(request: AuthRequest): Response {
  const { user, session } = request.var.signedIn
  const scopes = session?.oauth_client_id ? (session.scopes ?? '').split(' ') : SCOPES
  request.header('Cache-Control', 'no-store')
  return request.json(toMemberClaims(user, scopes))
}
