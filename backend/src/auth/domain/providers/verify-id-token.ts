import { createHash } from 'node:crypto'
import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from 'jose'
import type { ServerMetadata } from 'openid-client'
import { createGuardedFetch } from '../../../http/guarded-fetch.ts'
import { sameText } from '../../../http/tokens/caller.ts'
import { discoverOnce, getIssuer, isTheirOwn } from './configure.ts'
import type { OidcProvider } from './oidc-providers.ts'
import type { OpenProvider } from './open-provider.ts'

/** Excludes `none` and shared secrets: anyone with the public key could sign with it. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const CLOCK_TOLERANCE_SECONDS = 30
const MAX_CACHED = 200

type KeySet = ReturnType<typeof createRemoteJWKSet>
/** The key sets of providers, which fetch and renew themselves. */
const keySets = new Map<string, KeySet>()

/**
 * Verifies an ID token: signature, time, issuer and the hash of its access token. The caller checks audience and nonce.
 */
export async function verifyIdToken(
  provider: OpenProvider,
  row: OidcProvider,
  { idToken, accessToken, now }: { idToken: string; accessToken: string | undefined; now: Date },
): Promise<JWTPayload> {
  const metadata = await discoverOnce(provider, row)
  const { payload, protectedHeader } = await jwtVerify(idToken, getKeySet(provider, metadata), {
    algorithms: ALGORITHMS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: now,
    requiredClaims: ['iss', 'sub', 'aud', 'exp'],
  })
  if (!isIssuer(provider, row, metadata, payload)) throw new Error('The ID token is from another issuer.')
  const { at_hash: hash } = payload
  if (accessToken && hash !== undefined && !isHashOf(hash, accessToken, protectedHeader.alg)) {
    throw new Error('The ID token belongs to another access token.')
  }
  return payload
}

function getKeySet(provider: OpenProvider, { jwks_uri: address }: ServerMetadata): KeySet {
  if (typeof address !== 'string') throw new Error('The provider names no keys.')
  const key = `${provider.cacheKey} ${address}`
  const cached = keySets.get(key)
  if (cached) return cached
  if (keySets.size >= MAX_CACHED) keySets.clear()
  const guarded = createGuardedFetch(provider.policy)
  const keySet = createRemoteJWKSet(new URL(address), {
    [customFetch]: (url, { signal, headers }) => guarded(url, { signal, headers: Object.fromEntries(headers) }),
  })
  keySets.set(key, keySet)
  return keySet
}

/** Microsoft signs as the member's organisation; other providers have used several issuer names. */
export function isIssuer(
  provider: Pick<OpenProvider, 'name' | 'url'>,
  row: OidcProvider,
  metadata: Pick<ServerMetadata, 'issuer'>,
  { iss, tid }: JWTPayload,
): boolean {
  if (iss === metadata.issuer) return true
  if (metadata.issuer.includes('{tenantid}')) {
    return typeof tid === 'string' && iss === metadata.issuer.replace('{tenantid}', tid)
  }
  // At Microsoft each organisation is an issuer. The token must come from the one that was chosen.
  if (provider.name === 'azure' || !isTheirOwn(getIssuer(provider, row), row)) return false
  return iss !== undefined && row.otherIssuers?.test(iss) === true
}

/** OpenID Connect Core §3.1.3.6: the left half of a hash, with the algorithm of the signature. */
function isHashOf(hash: unknown, accessToken: string, alg: string): boolean {
  const bits = /(256|384|512)$/.exec(alg)?.[1] ?? '512'
  const digest = createHash(`sha${bits}`).update(accessToken).digest()
  return typeof hash === 'string' && sameText(hash, digest.subarray(0, digest.length / 2).toString('base64url'))
}
