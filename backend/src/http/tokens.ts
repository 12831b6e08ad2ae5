import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { createLocalJWKSet, importJWK, type JWK, type JWTPayload, type JWTVerifyResult, jwtVerify, SignJWT } from 'jose'
import { AppError } from './app-error.ts'

const ALGORITHMS = ['RS256', 'RS512', 'ES256', 'ES512', 'EdDSA']
const CLOCK_TOLERANCE_SECONDS = 30

/** Claims of a verified access token. Tokens without exp, aud or sub are valid: keys of older tools are such. */
export type Claims = JWTPayload & { role?: unknown }

/** Signs and verifies the access tokens that all services accept. */
export interface Tokens {
  sign(claims: JWTPayload): Promise<string>
  /** Throws jose's error when the token is not ours, not valid any more or not valid yet. */
  verify(token: string): Promise<Claims>
  /** The public keys, as `/.well-known/jwks.json` shows them. Never a symmetric one. */
  publicKeys: JWK[]
  /** A key for one purpose alone, derived from the shared secret, such as signed file URLs. */
  deriveKey(purpose: string): KeyObject
}

/** Builds the signer from JSON Web Keys, of which exactly one may sign, and the shared HS256 secret. */
export async function createTokens(keys: JWK[], sharedSecret: string): Promise<Tokens> {
  const signing = keys.filter((key) => key.key_ops?.includes('sign'))
  const [signer] = signing
  if (!signer || signing.length > 1) throw new Error('JWT_KEYS needs exactly one key whose key_ops hold "sign".')
  const privateKey = await importJWK({ ...signer, key_ops: ['sign'] })
  const alg = signer.alg ?? 'ES256'
  const header = { alg, typ: 'JWT', ...(signer.kid ? { kid: signer.kid } : {}) }
  const publicKeys = keys.filter((key) => key.kty !== 'oct').map(toPublicKey)
  const keySet = createLocalJWKSet({ keys: publicKeys })
  const secretKey = createSecretKey(Buffer.from(sharedSecret))
  return {
    publicKeys,
    sign: (claims) => new SignJWT(claims).setProtectedHeader(header).sign(privateKey),
    async verify(token) {
      const options = { clockTolerance: CLOCK_TOLERANCE_SECONDS }
      const result: JWTVerifyResult =
        readAlgorithm(token) === 'HS256'
          ? await jwtVerify(token, secretKey, { ...options, algorithms: ['HS256'] })
          : await jwtVerify(token, keySet, { ...options, algorithms: ALGORITHMS })
      return result.payload
    },
    deriveKey: (purpose) => createSecretKey(createHmac('sha256', sharedSecret).update(`key:${purpose}`).digest()),
  }
}

function toPublicKey({ kty, kid, alg, crv, x, y, n, e }: JWK): JWK {
  const parts = Object.entries({ kty, kid, alg, crv, x, y, n, e }).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(parts), use: 'sig', key_ops: ['verify'] } as JWK
}

function readAlgorithm(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).alg
  } catch (cause) {
    throw new AppError(401, 'bad_jwt', 'The token cannot be read.', { cause })
  }
}
