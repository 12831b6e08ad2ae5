import type { Claims } from './tokens.ts'

/**
 * The scopes of personal access tokens and connected apps. `read` grants access to the data that every member can see,
 * `own` adds the owner's own data, and `write` adds changes in the owner's name.
 */
export const TOKEN_SCOPES = ['read', 'own', 'write'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/**
 * The subject of a token with the scope `read` alone: an id that belongs to no member, so that RLS policies treat the
 * caller as a member without data.
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
 * Returns the caller of an access token. The token of a connected app is limited to the scopes that its member
 * granted: without a data scope the app is a visitor, and with `read` alone it is a member without data.
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
