import type { Claims } from '../../../http/tokens/tokens.ts'

/**
 * Viewers for whom RLS policies decide alike: same role, same claims but for those that differ between tokens of one
 * session.
 */
export interface Scope {
  key: string
  role: string
  /** All claims of one of them, as JSON. */
  claims: string
  sub: string | undefined
}

export function toScope(claims: Claims): Scope {
  const { iat, exp, nbf, jti, ...stable } = claims
  const role = typeof claims.role === 'string' ? claims.role : 'anon'
  return {
    key: JSON.stringify([role, stable]),
    role,
    claims: JSON.stringify(claims),
    sub: claims.sub,
  }
}
