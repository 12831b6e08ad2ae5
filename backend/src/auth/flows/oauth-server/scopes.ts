/** The scopes that clients may request. */
export const SCOPES = ['openid', 'profile', 'email', 'phone', 'offline_access'] as const

/**
 * Parses scopes in order, without duplicates. Returns `fallback` when there are none, and undefined when one is
 * unknown.
 */
export function parseScopes(text: string, fallback: string): string[] | undefined {
  const named = (text.trim() || fallback).split(/\s+/).filter((scope) => scope !== '')
  const scopes = [...new Set(named)]
  return scopes.every((scope) => SCOPES.some((known) => known === scope)) ? scopes : undefined
}
