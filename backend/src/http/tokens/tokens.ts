import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import {
  createLocalJWKSet,
  importJWK,
  type JWK,
  type JWTPayload,
  type JWTVerifyResult,
  errors as joseErrors,
  jwtVerify,
  SignJWT,
} from 'jose'
import { AppError } from '../app-error.ts'

/** The algorithms of tokens. HS256 uses the shared secret. */
export const ALGORITHMS = ['HS256', 'RS256', 'RS512', 'ES256', 'ES512', 'EdDSA']
const CLOCK_TOLERANCE_SECONDS = 30
/** The claim `token_use` of an ID token, which names the member to an app and grants no access. */
export const ID_TOKEN_USE = 'id'

/** The claims of a verified access token. exp, aud and sub are optional, because keys of older tools lack them. */
export type Claims = JWTPayload & { role?: unknown }

/** Signs and verifies the access tokens that all services accept. */
export interface Tokens {
  sign(claims: JWTPayload): Promise<string>
  /** Throws jose's error when the token is invalid, expired or not yet valid. */
  verify(token: string): Promise<Claims>
  /** The public keys of `/.well-known/jwks.json`. Never contains a symmetric key. */
  publicKeys: JWK[]
  /** Derives a key from the shared secret for one purpose, such as signed file URLs. */
  deriveKey(purpose: string): KeyObject
}

/**
 * Creates the signer from JSON Web Keys, exactly one of which signs, and the shared HS256 secret. `accepted` lists the
 * accepted algorithms; without HS256, tokens of older tools are rejected. `now` is the clock of the issuer, for `iat`.
 */
export async function createTokens(
  keys: JWK[],
  sharedSecret: string,
  accepted = ALGORITHMS,
  now = () => new Date(),
): Promise<Tokens> {
  const signing = keys.filter((key) => key.key_ops?.includes('sign'))
  const [signer] = signing
  if (!signer || signing.length > 1) throw new Error('JWT_KEYS needs exactly one key whose key_ops hold "sign".')
  const alg = signer.alg ?? findAlgorithm(signer)
  const privateKey = await importJWK({ ...signer, key_ops: ['sign'] }, alg)
  if (!accepted.includes(alg)) throw new Error(`JWT_VALID_METHODS must include ${alg}, which signs the tokens.`)
  const header = { alg, typ: 'JWT', ...(signer.kid ? { kid: signer.kid } : {}) }
  const publicKeys = keys.filter((key) => key.kty !== 'oct').map(toPublicKey)
  const keySet = createLocalJWKSet({ keys: publicKeys })
  const secretKey = createSecretKey(Buffer.from(sharedSecret))
  const sharedKeys = importSharedKeys(keys)
  return {
    publicKeys,
    sign: (claims) => new SignJWT(claims).setProtectedHeader(header).sign(privateKey),
    async verify(token) {
      const options = { clockTolerance: CLOCK_TOLERANCE_SECONDS }
      const { alg: used, kid } = readHeader(token)
      const shared = sharedKeys.get(String(kid)) ?? secretKey
      const result: JWTVerifyResult =
        used === 'HS256' && accepted.includes(used)
          ? await jwtVerify(token, shared, { ...options, algorithms: ['HS256'] })
          : await jwtVerify(token, keySet, { ...options, algorithms: accepted })
      // ID tokens are signed by the same key, and clients of the OAuth server hold them.
      if (result.payload.token_use === ID_TOKEN_USE) throw new AppError(401, 'bad_jwt', 'An ID token grants no access.')
      requirePastIssue(result.payload, now())
      return result.payload
    },
    deriveKey: (purpose) => createSecretKey(createHmac('sha256', sharedSecret).update(`key:${purpose}`).digest()),
  }
}

/** jose checks `iat` only together with a maximum age. */
function requirePastIssue(claims: Claims, now: Date): void {
  if (claims.iat === undefined || claims.iat <= now.getTime() / 1_000 + CLOCK_TOLERANCE_SECONDS) return
  throw new joseErrors.JWTClaimValidationFailed('"iat" claim is in the future', claims, 'iat', 'check_failed')
}

function toPublicKey({ kty, kid, alg, crv, x, y, n, e }: JWK): JWK {
  const parts = Object.entries({ kty, kid, alg, crv, x, y, n, e }).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(parts), use: 'sig', key_ops: ['verify'] } as JWK
}

/** Returns symmetric keys by their `kid`. Public keys are excluded, so that none can be used as a secret. */
function importSharedKeys(keys: JWK[]): Map<string, KeyObject> {
  const entries = keys.flatMap(({ kty, kid, k }) =>
    kty === 'oct' && kid && k ? [[kid, createSecretKey(Buffer.from(k, 'base64url'))] as const] : [],
  )
  return new Map(entries)
}

/** Returns the default algorithm for keys that name none. Throws for unsupported key types. */
function findAlgorithm({ kty, crv }: JWK): string {
  const found = { RSA: 'RS256', oct: 'HS256', 'P-256': 'ES256', 'P-521': 'ES512', Ed25519: 'EdDSA' }[crv ?? kty ?? '']
  if (!found) throw new Error('JWT_KEYS contains a signing key of unknown type; add an "alg" to it.')
  return found
}

function readHeader(token: string): { alg?: unknown; kid?: unknown } {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
    if (typeof header === 'object' && header !== null) return header
    throw new Error('The header is not an object.')
  } catch (cause) {
    throw new AppError(401, 'bad_jwt', 'The token cannot be read.', { cause })
  }
}
