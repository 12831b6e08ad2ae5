import type { KeyObject } from 'node:crypto'
import { CompactEncrypt, compactDecrypt, errors, jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import type { Tokens } from '../../http/tokens/tokens.ts'
import { invalidJwt, invalidSignature } from '../errors.ts'

/** The `kid` of our tokens. Their key is derived for this purpose alone, so they are worthless as access tokens. */
const KEY_ID = 'storage-url'
/** Long enough to pick and send a file; hosted projects use the same. */
const UPLOAD_LIFETIME_SECONDS = 2 * 60 * 60

/** Claims about the signer's access token rather than the signer. */
const TOKEN_CLAIMS = ['exp', 'iat', 'nbf', 'jti']

/** The caller who signed a URL, as RLS policies see them on every use. */
const Signer = v.object({ role: v.string(), claims: v.record(v.string(), v.unknown()) })
export type Signer = v.InferOutput<typeof Signer>

const DownloadClaims = v.object({
  url: v.string(),
  exp: v.number(),
  /** Encrypted, because signed URLs are shared and claims hold addresses of the signer. */
  signer: v.string(),
  transformations: v.optional(v.string()),
  format: v.optional(v.string()),
  versionId: v.optional(v.string()),
})
const UploadClaims = v.object({
  url: v.string(),
  exp: v.number(),
  signer: v.string(),
  owner: v.optional(v.string()),
  upsert: v.optional(v.boolean(), false),
})
export interface Download {
  expiresAt: Date
  signer: Signer
  transformations: string | undefined
  versionId: string | undefined
}

/** The rights of a signed upload. */
export interface SignedUpload {
  signer: Signer
  /** The id of the owner of the object. Absent for the secret key. */
  owner?: string | undefined
  isUpsert: boolean
}

/** The signed transformation and version; absent for the unchanged object. */
type DownloadChoice = { [Name in 'transformations' | 'versionId']?: string | undefined }

/** Signs and verifies the tokens of signed URLs. Paths are `bucket/key`. */
export interface UrlTokens {
  /** The lifetime is shortened to the maximum of the settings. */
  signDownload(path: string, signer: Signer, lifetimeSeconds: number, what?: DownloadChoice): Promise<string>
  signUpload(path: string, upload: SignedUpload): Promise<string>
  /** Throws unless the token is one of ours for downloads, has not expired and is for this path. */
  verifyDownload(token: string, path: string): Promise<Download>
  /** Throws unless the token is one of ours for uploads, has not expired and is for this path. */
  verifyUpload(token: string, path: string): Promise<SignedUpload>
}

export function createUrlTokens(tokens: Tokens, maxLifetimeSeconds: number): UrlTokens {
  const key = tokens.deriveKey('storage signed urls')
  const signerKey = tokens.deriveKey('signers of storage urls')
  const sign = (claims: Record<string, unknown>, lifetimeSeconds: number) => {
    const now = Math.floor(Date.now() / 1000)
    const header = { alg: 'HS256', typ: 'JWT', kid: KEY_ID }
    return new SignJWT({ ...claims, iat: now, exp: now + lifetimeSeconds }).setProtectedHeader(header).sign(key)
  }
  const verify = async (token: string): Promise<Record<string, unknown>> => {
    try {
      return (await jwtVerify(token, key, { algorithms: ['HS256'] })).payload
    } catch (cause) {
      throw invalidJwt(cause instanceof errors.JOSEError ? cause.message : 'Invalid token')
    }
  }
  return {
    // Undefined values are left out of the claims.
    signDownload: async (url, signer, lifetimeSeconds, what) =>
      sign(
        { url, scope: 'download', signer: await encryptSigner(signer, signerKey), ...what },
        Math.min(lifetimeSeconds, maxLifetimeSeconds),
      ),
    signUpload: async (url, { signer, owner, isUpsert }) =>
      sign(
        { owner, url, upsert: isUpsert, scope: 'upload', signer: await encryptSigner(signer, signerKey) },
        UPLOAD_LIFETIME_SECONDS,
      ),
    async verifyDownload(token, path) {
      const claims = await verify(token)
      const isDownload = claims.scope === 'download' || (claims.scope === undefined && claims.upsert === undefined)
      if (!isDownload) throw invalidSignature('Token is not scoped for download')
      const { exp, signer, transformations, versionId } = requirePath(parseClaims(DownloadClaims, claims), path)
      const expiresAt = new Date(exp * 1000)
      return { expiresAt, signer: await decryptSigner(signer, signerKey), transformations, versionId }
    },
    async verifyUpload(token, path) {
      const claims = await verify(token)
      if (claims.scope !== 'upload') throw invalidSignature('Token is not scoped for upload')
      const { signer, owner, upsert } = requirePath(parseClaims(UploadClaims, claims), path)
      return { signer: await decryptSigner(signer, signerKey), owner, isUpsert: upsert }
    },
  }
}

function requirePath<Claims extends { url: string }>(claims: Claims, path: string): Claims {
  if (claims.url !== path) throw invalidSignature()
  return claims
}

function parseClaims<Claims>(schema: v.GenericSchema<unknown, Claims>, claims: unknown): Claims {
  const parsed = v.safeParse(schema, claims)
  if (!parsed.success) throw invalidJwt('Invalid claims')
  return parsed.output
}

function encryptSigner({ role, claims }: Signer, key: KeyObject): Promise<string> {
  const lasting = Object.fromEntries(Object.entries(claims).filter(([name]) => !TOKEN_CLAIMS.includes(name)))
  return new CompactEncrypt(Buffer.from(JSON.stringify({ role, claims: lasting })))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(key)
}

async function decryptSigner(signer: string, key: KeyObject): Promise<Signer> {
  const { plaintext } = await compactDecrypt(signer, key).catch(() => {
    throw invalidJwt('Invalid signer')
  })
  return parseClaims(Signer, JSON.parse(Buffer.from(plaintext).toString()))
}
