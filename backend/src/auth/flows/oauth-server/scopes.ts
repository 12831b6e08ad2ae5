import { TOKEN_SCOPES } from '../../../http/tokens/token-scopes.ts'

/** The scopes that clients may request: those of OpenID Connect, and ours for data. */
export const SCOPES = ['openid', 'profile', 'email', 'phone', 'offline_access', ...TOKEN_SCOPES] as const

/**
 * Parses scopes in order, without duplicates. Returns `fallback` when there are none, and undefined when one is
 * unknown.
 */
export function parseScopes(text: string, fallback: string): string[] | undefined {
  const named = (text.trim() || fallback).split(/\s+/).filter((scope) => scope !== '')
  const scopes = [...new Set(named)]
  return scopes.every((scope) => SCOPES.some((known) => known === scope)) ? scopes : undefined
}
