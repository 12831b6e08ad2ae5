import type { Claims } from '../../../http/tokens/tokens.ts'

/**
 * Viewers who see the same rows under RLS policies: their role is the same, and so are their claims, except for those
 * that differ between the tokens of one session.
 */
export interface Scope {
  key: string
  role: string
  /** All claims of one of the viewers, as JSON. */
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
