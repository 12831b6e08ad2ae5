import { AppError } from '../../http/app-error.ts'
import {
  type ApiKeys,
  type Caller,
  isOwnKey,
  isTokenShaped,
  type PersonalTokens,
  readCredential,
} from '../../http/tokens/caller.ts'
import { toTokenCaller } from '../../http/tokens/token-scopes.ts'
import type { Claims, Tokens } from '../../http/tokens/tokens.ts'
import { personalTokenBusy, personalTokenRejected, tokenUnreadable } from '../errors.ts'
import { RestError } from '../rest-error.ts'
import { isObject } from './body.ts'
import { createTokenVerifier } from './token-verifier.ts'

const MAX_CACHED_KEYS = 1000
const EMPTY_BEARER = /^bearer\s*$/i

/** Returns the caller of a request. Throws PGRST301, PGRST303 and the gateway's errors about keys (rest 3, rest 17). */
export type Authenticate = (headers: Headers, query: string) => Promise<Caller>

export interface TokenRules {
  /** The required audience of tokens. Tokens without an audience are accepted. */
  jwtAudience: string | undefined
  /** The path to the role in the claims. */
  jwtRoleClaimPath: string[]
}

/** Creates the authentication of requests by key, access token or personal access token. */
export function createAuthenticator(
  tokens: Tokens,
  keys: ApiKeys,
  rules: TokenRules,
  personalTokens: PersonalTokens,
  now: () => number = Date.now,
): Authenticate {
  const verify = createTokenVerifier(tokens, rules.jwtAudience, now)
  // Comparing keys in constant time costs four digests, so known combinations of headers are cached.
  const keyHolders = new Map<string, Caller>()
  const acceptedKeys = new Set([''])
  const requireKnownKey = (key: string) => {
    if (acceptedKeys.has(key) || isTokenShaped(key)) return
    if (!isOwnKey(key, keys)) throw keyInvalid()
    acceptedKeys.add(key)
  }
  return async (headers, query) => {
    const shown = ['authorization', 'apikey', 'user-agent'].map((name) => headers.get(name)).join('\n')
    const known = keyHolders.get(shown)
    if (known) return known
    if (EMPTY_BEARER.test(headers.get('authorization') ?? '')) {
      throw tokenUnreadable('Empty JWT is sent in Authorization header')
    }
    const all = withKey(headers, query)
    requireKnownKey(all.get('apikey') ?? '')
    const credential = readCredential(all, keys)
    if (!credential) throw keyInvalid()
    if (credential.kind === 'none') {
      throw gatewayError('No API key found in request', 'No `apikey` request header or url param was found.')
    }
    if (credential.kind === 'key') {
      if (credential.role === 'service_role') rejectBrowser(headers)
      const caller = { role: credential.role, claims: { role: credential.role } }
      if (headers.has('apikey') && keyHolders.size < MAX_CACHED_KEYS) keyHolders.set(shown, caller)
      return caller
    }
    if (credential.kind === 'personal') {
      return personalTokens.authenticate(credential.token).catch((error: unknown) => {
        throw toPersonalTokenError(error)
      })
    }
    const claims = await verify(credential.token)
    const role = toRole(findClaim(claims, rules.jwtRoleClaimPath))
    return toTokenCaller(claims, role)
  }
}

/** A secret key in a browser is no longer secret. */
function rejectBrowser(headers: Headers): void {
  if (!/^Mozilla\//.test(headers.get('user-agent') ?? '')) return
  throw gatewayError(
    'Forbidden use of secret API key in browser',
    'Secret API keys can only be used in a protected environment and should never be used in a browser. Replace this key.',
  )
}

/** The key may also be a parameter of the URL. */
function withKey(headers: Headers, query: string): Headers {
  if (headers.has('apikey') || !query.includes('apikey=')) return headers
  const key = new URLSearchParams(query).get('apikey')
  if (key === null) return headers
  const all = new Headers(headers)
  all.set('apikey', key)
  return all
}

function findClaim(claims: Claims, path: string[]): unknown {
  return path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), claims)
}

function toRole(claim: unknown): string {
  if (claim === undefined || claim === null) return 'anon'
  return typeof claim === 'string' ? claim : JSON.stringify(claim)
}

function toPersonalTokenError(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  return error.status === 429 ? personalTokenBusy(error.message) : personalTokenRejected(error.message)
}

/** The gateway's own shape of an error, without a code (rest 17). */
class GatewayError extends RestError {
  override toBody() {
    return { message: this.message, hint: this.hint } as ReturnType<RestError['toBody']>
  }
}

const gatewayError = (message: string, hint: string) => new GatewayError(401, 'PGRST301', message, { hint })

const keyInvalid = () => gatewayError('Invalid API key', 'Double check your Supabase `anon` or `service_role` API key.')
