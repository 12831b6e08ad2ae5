import type { Claims } from './tokens.ts'

/**
 * What personal access tokens and connected apps may do: read what every member sees, read their owner's own data, and
 * write in their owner's name. Each includes the ones before.
 */
export const TOKEN_SCOPES = ['read', 'own', 'write'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/**
 * The subject of a token that may read but has no access to its owner's own data: an id that no
 * member has. So policies and functions show what every member sees.
 */
export const READER_ID = '00000000-0000-0000-0000-000000000000'

/** The limits of a token with scopes. Without `mayWrite`, every transaction of its caller is read-only. */
export interface ScopeLimits {
  memberId: string
  mayWrite: boolean
}

/** Returns the widest of the scopes, or undefined if none grants access to data. */
export function findWidestScope(scopes: readonly string[]): TokenScope | undefined {
  return TOKEN_SCOPES.findLast((scope) => scopes.includes(scope))
}

/** The caller that an access token stands for, before RLS policies decide. */
export interface TokenCaller {
  role: string
  claims: Claims
  scoped?: ScopeLimits
}

/**
 * Returns the caller of an access token. That of a connected app is limited to the scopes that its member granted: without
 * one for data the app is a visitor, and without `own` it is a member without rows.
 */
export function toTokenCaller(claims: Claims, role: string): TokenCaller {
  if (claims.client_id === undefined) return { role, claims: { ...claims, role } }
  const widest = findWidestScope(typeof claims.scope === 'string' ? claims.scope.split(' ') : [])
  const scoped = { memberId: claims.sub ?? '', mayWrite: widest === 'write' }
  const kept = { client_id: claims.client_id, scope: claims.scope, ...(claims.exp ? { exp: claims.exp } : {}) }
  if (widest === undefined) return { role: 'anon', claims: { ...kept, role: 'anon' }, scoped }
  const reader = { ...kept, sub: READER_ID, aud: 'authenticated' }
  const member = 'authenticated'
  return { role: member, claims: { ...(widest === 'read' ? reader : claims), role: member }, scoped }
}

/** Returns false for the claims of a connected app that may only read. */
export function mayWrite(claims: Claims & { role: string }): boolean {
  return toTokenCaller(claims, claims.role).scoped?.mayWrite !== false
}
