import type { JWTPayload } from 'jose'
import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import type { AmrClaim } from '../../tables/session-row.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { toUserOfApp } from '../accounts/user-of-app.ts'
import { customizeClaims } from '../hooks/custom-access-token.ts'
import { hasVerifiedFactor, lacksSecondFactor } from './second-factor.ts'

interface TokenSession {
  id: string
  aal: string | null
  amr: AmrClaim[]
  created_at: Date
  oauth_client_id?: string | null
  scopes?: string | null
}

/**
 * Signs an access token with all claims (auth 3.1), as changed by the hook `custom_access_token`. `method` is the
 * reason of the issue: an authentication method or `token_refresh`.
 */
export async function signAccessToken(
  dependencies: AuthDependencies,
  sql: Statements,
  { user, session, method }: { user: UserRow; session: TokenSession; method: string },
): Promise<{ token: string; expiresIn: number; expiresAt: number }> {
  const { tokens, settings, now } = dependencies
  const issuedAt = Math.floor(now().getTime() / 1_000)
  const expiresAt = Math.min(
    issuedAt + settings.jwtExpirySeconds,
    getLowAalEnd(user, session, settings.sessionLowAalMs),
  )
  const known = session.oauth_client_id ? toUserOfApp(user, session.scopes) : user
  const own = {
    iss: settings.jwtIssuer,
    sub: user.id,
    aud: user.aud ?? '',
    role: user.role ?? '',
    iat: issuedAt,
    exp: expiresAt,
    email: known.email ?? '',
    phone: known.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: known.raw_user_meta_data ?? {},
    session_id: session.id,
    aal: session.aal ?? 'aal1',
    amr: withSsoProvider(session.amr, known),
    is_anonymous: user.is_anonymous,
    has_second_factor: hasVerifiedFactor(known),
    ...toClientClaims(session),
  }
  const customized = await customizeClaims(dependencies, sql, own, method)
  const claims = session.oauth_client_id ? limitToMember(customized, session) : customized
  return { token: await tokens.sign(claims), expiresIn: claims.exp - issuedAt, expiresAt: claims.exp }
}

function toClientClaims({ oauth_client_id: clientId, scopes }: TokenSession): { client_id?: string; scope?: string } {
  return clientId ? { client_id: clientId, scope: scopes ?? '' } : {}
}

/**
 * Removes the rights of moderators and operators: a connected app acts as an ordinary member, whatever the hook
 * returns.
 */
function limitToMember<Own extends JWTPayload>(claims: Own, session: TokenSession): Own {
  const metadata = typeof claims.app_metadata === 'object' ? claims.app_metadata : {}
  const { role: _role, ...appMetadata } = { role: undefined, ...metadata }
  return { ...claims, role: 'authenticated', app_metadata: appMetadata, ...toClientClaims(session) }
}

/** Returns the time until which an account with MFA may stay at aal1, in Unix seconds. */
function getLowAalEnd(user: UserRow, session: TokenSession, lowAalMs: number | undefined): number {
  if (lowAalMs === undefined || !lacksSecondFactor(user, session)) return Number.POSITIVE_INFINITY
  return Math.floor((session.created_at.getTime() + lowAalMs) / 1_000)
}

/** Adds the single sign-on provider to the amr claim when it is unambiguous. */
function withSsoProvider(amr: AmrClaim[], { identities }: UserRow): (AmrClaim & { provider?: string })[] {
  const [identity, ...others] = identities
  if (!identity?.provider.startsWith('sso:') || others.length > 0) return amr
  const provider = identity.provider.slice('sso:'.length)
  return amr.map((claim) => (claim.method === 'sso/saml' ? { ...claim, provider } : claim))
}
