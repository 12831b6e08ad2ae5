import { errors as joseErrors } from 'jose'
import { isOfApp } from '../../http/tokens/app-sessions.ts'
import type { Claims, Tokens } from '../../http/tokens/tokens.ts'
import { tokenRejected, tokenUnreadable } from '../errors.ts'
import type { RestError } from '../rest-error.ts'

/** The tolerated difference between the clocks of the issuer and this server. */
const SKEW_SECONDS = 30
const MAX_CACHED = 1000

/**
 * Creates a function that verifies tokens and returns their claims. Verified tokens are cached, except those of apps,
 * which may end early. Times are checked on every use. Throws PGRST301 and PGRST303.
 */
export function createTokenVerifier(
  tokens: Tokens,
  audience: string | undefined,
  now: () => number,
): (token: string) => Promise<Claims> {
  const cache = new Map<string, Claims>()
  return async (token) => {
    const known = cache.get(token)
    if (known) {
      checkTimes(known, now() / 1000)
      return known
    }
    const claims = await tokens.verify(requireShape(token)).catch((error: unknown) => {
      throw toTokenError(error, token)
    })
    checkTimes(claims, now() / 1000)
    checkAudience(claims.aud, audience)
    if (isOfApp(claims)) return claims
    cache.set(token, claims)
    const [oldest] = cache.keys()
    if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest)
    return claims
  }
}

/** Throws PGRST303 outside the lifetime of a token. */
function checkTimes({ exp, nbf, iat }: Claims, seconds: number): void {
  if (exp !== undefined && exp < seconds - SKEW_SECONDS) throw tokenRejected('JWT expired')
  if (nbf !== undefined && nbf > seconds + SKEW_SECONDS) throw tokenRejected('JWT not yet valid')
  if (iat !== undefined && iat > seconds + SKEW_SECONDS) throw tokenRejected('JWT issued at future')
}

/** Throws PGRST303 for a token of another audience. A token without an audience is valid for any. */
function checkAudience(audience: unknown, expected: string | undefined): void {
  if (audience === undefined || audience === null) return
  const list: unknown[] = Array.isArray(audience) ? audience : [audience]
  if (!list.every((each) => typeof each === 'string')) {
    throw tokenRejected("The JWT 'aud' claim must be a string or an array of strings")
  }
  if (expected !== undefined && list.length > 0 && !list.includes(expected)) throw tokenRejected('JWT not in audience')
}

/** Returns a token of three parts. Throws PGRST301 for other texts. */
function requireShape(token: string): string {
  if (token === '') throw tokenUnreadable('Empty JWT is sent in Authorization header')
  const parts = token.split('.').length
  if (parts !== 3) throw tokenUnreadable(`Expected 3 parts in JWT; got ${parts}`)
  return token
}

/** Converts an error of the JWT library to PostgREST's. */
function toTokenError(error: unknown, token: string): RestError {
  if (error instanceof joseErrors.JWTExpired) return tokenRejected('JWT expired')
  if (error instanceof joseErrors.JWTClaimValidationFailed) return claimError(error)
  if (error instanceof joseErrors.JOSEAlgNotAllowed || error instanceof joseErrors.JOSENotSupported) {
    const isUnsecured = readAlgorithm(token) === 'none'
    return tokenUnreadable(
      'Wrong or unsupported encoding algorithm',
      isUnsecured ? "JWT is unsecured but expected 'alg' was not 'none'" : null,
    )
  }
  if (error instanceof joseErrors.JWTInvalid) return tokenRejected('Parsing claims failed')
  return tokenUnreadable('No suitable key or wrong key type', 'None of the keys was able to decode the JWT')
}

function readAlgorithm(token: string): unknown {
  const header = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()
  try {
    return (JSON.parse(header) as { alg?: unknown } | null)?.alg
  } catch {
    return undefined
  }
}

function claimError({ claim, reason }: joseErrors.JWTClaimValidationFailed): RestError {
  if (claim === 'nbf' && reason === 'check_failed') return tokenRejected('JWT not yet valid')
  if (claim === 'iat' && reason === 'check_failed') return tokenRejected('JWT issued at future')
  if (claim === 'aud') return tokenRejected('JWT not in audience')
  return tokenRejected(`The JWT '${claim}' claim must be a number`)
}
