import type { AuthParts } from './context.ts'
import type { AmrClaim } from './tables/sessions.ts'
import type { UserRow } from './tables/users.ts'

interface TokenSession {
  id: string
  aal: string | null
  amr: AmrClaim[]
  created_at: Date
}

/** Signs an access token with all claims of contract §3.1. */
export async function signAccessToken(
  { tokens, settings, now }: AuthParts,
  user: UserRow,
  session: TokenSession,
): Promise<{ token: string; expiresIn: number; expiresAt: number }> {
  const issuedAt = Math.floor(now().getTime() / 1_000)
  const expiresAt = Math.min(
    issuedAt + settings.jwtExpirySeconds,
    getLowAalEnd(user, session, settings.sessionLowAalMs),
  )
  const token = await tokens.sign({
    iss: settings.jwtIssuer,
    sub: user.id,
    aud: user.aud ?? '',
    role: user.role ?? '',
    iat: issuedAt,
    exp: expiresAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    session_id: session.id,
    aal: session.aal ?? 'aal1',
    amr: session.amr,
    is_anonymous: user.is_anonymous,
  })
  return { token, expiresIn: expiresAt - issuedAt, expiresAt }
}

/** An account with a second factor may do without it only so long. */
function getLowAalEnd(user: UserRow, session: TokenSession, lowAalMs: number | undefined): number {
  const isLow = session.aal !== 'aal2' && user.factors.some(({ status }) => status === 'verified')
  if (lowAalMs === undefined || !isLow) return Number.POSITIVE_INFINITY
  return Math.floor((session.created_at.getTime() + lowAalMs) / 1_000)
}
