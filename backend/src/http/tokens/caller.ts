import { createHash, timingSafeEqual } from 'node:crypto'
import { type ScopeLimits, toTokenCaller } from './token-scopes.ts'
import type { Claims, Tokens } from './tokens.ts'

/** The API keys of this installation. */
export interface ApiKeys {
  publishableKey: string
  secretKey: string
}

/** The caller of a request: the database role and the claims that RLS policies read. */
export interface Caller {
  role: string
  claims: Claims
  /** Set for personal access tokens and for the tokens of connected apps. */
  scoped?: ScopeLimits
}

/** Accepts personal access tokens in place of the access tokens of sessions. */
export interface PersonalTokens {
  /** Returns the caller. Throws 401 `invalid_token` and 429 `token_busy`, or the error of the database. */
  authenticate(token: string): Promise<Caller>
  /** Clears the token cache, so that the next request with each token reads the database. */
  clear(): void
}

/** Returns true for credentials that claim to be a personal access token. */
export function isPersonalToken(text: string): boolean {
  return text.startsWith('hab_')
}

/** The credential of a request: none, a key that stands for a role, or a token to verify. */
export type Credential =
  | { kind: 'none' }
  /** A personal access token, which only some services accept. */
  | { kind: 'personal'; token: string }
  | { kind: 'key'; role: 'anon' | 'service_role' }
  | { kind: 'token'; token: string }

/**
 * Reads the credential as the gateway of a hosted project does: `Authorization` is used unless it is absent or one of
 * our keys; then the key decides. supabase-js sends `Authorization: Bearer <key>` without a session. Returns undefined
 * for unknown keys. Personal access tokens are accepted in `Authorization` only, because `apikey` may be part of a URL.
 */
export function readCredential(headers: Headers, keys: ApiKeys): Credential | undefined {
  const bearer = /^Bearer\s+(.*)$/i.exec(headers.get('authorization')?.trim() ?? '')?.[1]
  if (bearer !== undefined && isPersonalToken(bearer)) return { kind: 'personal', token: bearer }
  if (bearer !== undefined && !bearer.startsWith('sb_')) return { kind: 'token', token: bearer }
  const key = bearer ?? headers.get('apikey') ?? undefined
  if (key === undefined || key === '') return { kind: 'none' }
  if (sameText(key, keys.publishableKey)) return { kind: 'key', role: 'anon' }
  if (sameText(key, keys.secretKey)) return { kind: 'key', role: 'service_role' }
  return isTokenShaped(key) ? { kind: 'token', token: key } : undefined
}

/** Returns true for one of the keys of this installation. */
export function isOwnKey(key: string, { publishableKey, secretKey }: ApiKeys): boolean {
  return sameText(key, publishableKey) || sameText(key, secretKey)
}

/** Returns true for a text in the form of a JWT. */
export function isTokenShaped(key: string): boolean {
  return key.split('.').length === 3
}

/** Resolves the caller of a credential. Tokens without a role are anonymous. Throws the errors of the two verifiers. */
export async function resolveCaller(
  credential: Credential,
  tokens: Tokens,
  personalTokens: PersonalTokens,
): Promise<Caller> {
  if (credential.kind === 'personal') return personalTokens.authenticate(credential.token)
  if (credential.kind === 'none') return { role: 'anon', claims: { role: 'anon' } }
  if (credential.kind === 'key') return { role: credential.role, claims: { role: credential.role } }
  const claims = await tokens.verify(credential.token)
  const role = claims.role === undefined ? 'anon' : String(claims.role)
  return toTokenCaller(claims, role)
}

/** Compares two strings in constant time. */
export function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
