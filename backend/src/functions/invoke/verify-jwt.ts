import { ALGORITHMS, type Tokens } from '../../http/tokens.ts'
import {
  algorithmUnsupported,
  formatInvalid,
  headerMissing,
  sharedSecretTokenInvalid,
  tokenInvalid,
} from '../errors.ts'

const MAX_CACHED = 1000
/** An algorithm of another length is not repeated in the error. */
const ALGORITHM = /^[\w-]{1,20}$/

/** Throws the errors of functions 2.3 unless the request has a bearer token that verifies, whatever its role. */
export type VerifyJwt = (headers: Headers) => Promise<void>

/** Caches verified tokens until they expire. */
export function createJwtVerifier(tokens: Pick<Tokens, 'verify'>, now: () => number = Date.now): VerifyJwt {
  const expiries = new Map<string, number>()
  return async (headers) => {
    const header = headers.get('authorization')
    if (header === null || header === '') throw headerMissing()
    const token = /^Bearer\s+(\S+)$/i.exec(header)?.[1]
    if (token === undefined) throw formatInvalid()
    const expiry = expiries.get(token)
    if (expiry !== undefined && expiry > now()) return
    const algorithm = readAlgorithm(token)
    if (!ALGORITHMS.includes(algorithm)) throw algorithmUnsupported(ALGORITHM.test(algorithm) ? algorithm : '')
    const { exp } = await tokens.verify(token).catch((cause: unknown) => {
      throw algorithm === 'HS256' ? sharedSecretTokenInvalid(cause) : tokenInvalid(cause)
    })
    expiries.set(token, (exp ?? Number.POSITIVE_INFINITY) * 1000)
    const [oldest] = expiries.keys()
    if (expiries.size > MAX_CACHED && oldest !== undefined) expiries.delete(oldest)
  }
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
