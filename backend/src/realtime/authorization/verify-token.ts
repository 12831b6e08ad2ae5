import { errors as joseErrors } from 'jose'
import { SessionUnknownError } from '../../http/tokens/app-sessions.ts'
import { type ApiKeys, sameText } from '../../http/tokens/caller.ts'
import { toTokenCaller } from '../../http/tokens/token-scopes.ts'
import type { Claims, Tokens } from '../../http/tokens/tokens.ts'
import {
  claimsMissing,
  databaseUnreachable,
  keyMissing,
  signatureInvalid,
  tokenExpired,
  tokenMalformed,
} from '../errors.ts'

/** The verified identity of a connection or channel. */
export interface Identity {
  claims: Claims & { role: string }
  /** The token, to recognise an unchanged one; undefined for keys. */
  token: string | undefined
  /** In seconds since 1970; undefined for keys. */
  expiresAt: number | undefined
}

export type VerifyKey = (key: string | undefined) => Promise<Identity>
export type VerifyToken = (token: string) => Promise<Identity>

/** Verifies a token, which must have `role` and `exp`. Throws the error of the contract (realtime 3.1). */
export function createVerifyToken(tokens: Tokens, now: () => number = Date.now): VerifyToken {
  return async (token) => {
    const claims = await tokens.verify(token).catch((error: unknown) => {
      throw toTokenError(error, now())
    })
    const { role, exp } = claims
    if (typeof role !== 'string' || role === '' || exp === undefined) throw claimsMissing()
    const expiresAt = Math.round(exp)
    // The other services tolerate clocks that differ. A socket outlives the check, so its expiry must be exact.
    if (expiresAt <= now() / 1000) throw tokenExpired(expiresAt, now())
    const caller = toTokenCaller(claims, role)
    return { claims: { ...caller.claims, role: caller.role }, token, expiresAt }
  }
}

/** Verifies the key of a connection: one of ours, or a token (realtime 1). */
export function createVerifyKey(keys: ApiKeys, verifyToken: VerifyToken): VerifyKey {
  const toIdentity = (role: string): Identity => ({ claims: { role }, token: undefined, expiresAt: undefined })
  return async (key) => {
    if (key === undefined || key === '') throw keyMissing()
    if (sameText(key, keys.publishableKey)) return toIdentity('anon')
    if (sameText(key, keys.secretKey)) return toIdentity('service_role')
    return verifyToken(key)
  }
}

function toTokenError(error: unknown, nowMs: number): Error {
  if (error instanceof SessionUnknownError) return databaseUnreachable(error)
  if (error instanceof joseErrors.JWTExpired) return tokenExpired(Number(error.payload.exp), nowMs)
  if (error instanceof joseErrors.JWTClaimValidationFailed && error.claim === 'exp') return claimsMissing(error)
  const isSignature =
    error instanceof joseErrors.JWSSignatureVerificationFailed ||
    error instanceof joseErrors.JWKSNoMatchingKey ||
    error instanceof joseErrors.JOSEAlgNotAllowed
  return isSignature ? signatureInvalid(error) : tokenMalformed(error)
}
