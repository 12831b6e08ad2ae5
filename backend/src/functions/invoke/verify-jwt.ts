import { AppError } from '../../http/app-error.ts'
import { isOfApp, SessionUnknownError } from '../../http/tokens/app-sessions.ts'
import { isPersonalToken, type PersonalTokens } from '../../http/tokens/caller.ts'
import { type ScopeLimits, toTokenCaller } from '../../http/tokens/token-scopes.ts'
import { ALGORITHMS, type Tokens } from '../../http/tokens/tokens.ts'
import {
  algorithmUnsupported,
  formatInvalid,
  headerMissing,
  personalTokenBusy,
  personalTokenInvalid,
  sharedSecretTokenInvalid,
  tokenInvalid,
  tokensUnavailable,
  writeScopeMissing,
} from '../errors.ts'

const MAX_CACHED = 1000
/** An algorithm of another length is not repeated in the error. */
const ALGORITHM = /^[\w-]{1,20}$/

/**
 * Throws the errors of functions 2.3 unless the request has a bearer token that verifies, regardless of its role.
 * Personal access tokens and connected apps that may only read are accepted for GET and HEAD.
 */
export type VerifyJwt = (headers: Headers, method: string) => Promise<void>

/** Caches verified tokens until they expire, except those of apps, which may end early. */
export function createJwtVerifier(
  tokens: Pick<Tokens, 'verify'>,
  personalTokens: PersonalTokens,
  now: () => number = Date.now,
): VerifyJwt {
  const verified = new Map<string, { expiry: number; scoped: ScopeLimits | undefined }>()
  return async (headers, method) => {
    const header = headers.get('authorization')
    if (header === null || header === '') throw headerMissing()
    const token = /^Bearer\s+(\S+)$/i.exec(header)?.[1]
    if (token === undefined) throw formatInvalid()
    if (isPersonalToken(token)) return verifyPersonalToken(personalTokens, token, method)
    const known = verified.get(token)
    if (known && known.expiry > now()) return requireMethod(known.scoped, method)
    const algorithm = readAlgorithm(token)
    if (!ALGORITHMS.includes(algorithm)) throw algorithmUnsupported(ALGORITHM.test(algorithm) ? algorithm : '')
    const claims = await tokens.verify(token).catch((cause: unknown) => {
      if (cause instanceof SessionUnknownError) throw tokensUnavailable(cause)
      throw algorithm === 'HS256' ? sharedSecretTokenInvalid(cause) : tokenInvalid(cause)
    })
    const { scoped } = toTokenCaller(claims, String(claims.role))
    if (isOfApp(claims)) return requireMethod(scoped, method)
    verified.set(token, { expiry: (claims.exp ?? Number.POSITIVE_INFINITY) * 1000, scoped })
    const [oldest] = verified.keys()
    if (verified.size > MAX_CACHED && oldest !== undefined) verified.delete(oldest)
    requireMethod(scoped, method)
  }
}

async function verifyPersonalToken(tokens: PersonalTokens, token: string, method: string): Promise<void> {
  const { scoped } = await tokens.authenticate(token).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw tokensUnavailable(error)
    throw error.status === 429 ? personalTokenBusy(error.message) : personalTokenInvalid(error.message)
  })
  requireMethod(scoped, method)
}

function requireMethod(scoped: ScopeLimits | undefined, method: string): void {
  if (scoped?.mayWrite === false && method !== 'GET' && method !== 'HEAD') throw writeScopeMissing()
}

/** Returns the algorithm that the header of a token names. Throws for anything that is not a JWT. */
function readAlgorithm(token: string): string {
  const parts = token.split('.')
  if (parts.length !== 3 || parts.some((part) => !/^[\w-]+$/.test(part))) throw formatInvalid()
  try {
    const header: unknown = JSON.parse(Buffer.from(parts[0] ?? '', 'base64url').toString())
    if (typeof header === 'object' && header !== null && 'alg' in header) return String(header.alg)
  } catch {
    throw formatInvalid()
  }
  throw formatInvalid()
}
