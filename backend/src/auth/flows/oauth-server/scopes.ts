/** What a client may ask for. */
export const SCOPES = ['openid', 'profile', 'email', 'phone', 'offline_access'] as const

/** The scopes of a request, each once, in its order; those of `fallback` when it names none. Undefined when one is unknown. */
export function parseScopes(text: string, fallback: string): string[] | undefined {
  const named = (text.trim() || fallback).split(/\s+/).filter((scope) => scope !== '')
  const scopes = [...new Set(named)]
  return scopes.every((scope) => SCOPES.some((known) => known === scope)) ? scopes : undefined
}
