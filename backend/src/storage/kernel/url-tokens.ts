import { errors, jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import type { Tokens } from '../../http/tokens.ts'
import { invalidJwt, invalidSignature } from '../errors.ts'

/** The `kid` of our tokens. Their key is derived for this purpose alone, so they are worthless as access tokens. */
const KEY_ID = 'storage-url'
/** Long enough to pick and send a file; hosted projects use the same. */
const UPLOAD_LIFETIME_SECONDS = 2 * 60 * 60

const DownloadClaims = v.object({
  url: v.string(),
  exp: v.number(),
  transformations: v.optional(v.string()),
  format: v.optional(v.string()),
  versionId: v.optional(v.string()),
})
const UploadClaims = v.object({
  url: v.string(),
  exp: v.number(),
  owner: v.optional(v.string()),
  upsert: v.optional(v.boolean(), false),
})
export type DownloadClaims = v.InferOutput<typeof DownloadClaims>
export type UploadClaims = v.InferOutput<typeof UploadClaims>

/** The signed transformation and version; absent for the object as it is. */
type DownloadChoice = { [Name in 'transformations' | 'versionId']?: string | undefined }

/** Signs and verifies the tokens of signed URLs. Paths are `bucket/key`. */
export interface UrlTokens {
  signDownload(path: string, lifetimeSeconds: number, what?: DownloadChoice): Promise<string>
  signUpload(path: string, owner: string | null, isUpsert: boolean): Promise<string>
  /** Throws unless the token is one of ours for downloads, has not expired and is for this path. */
  verifyDownload(token: string, path: string): Promise<DownloadClaims>
  /** Throws unless the token is one of ours for uploads, has not expired and is for this path. */
  verifyUpload(token: string, path: string): Promise<UploadClaims>
}

export function createUrlTokens(tokens: Tokens): UrlTokens {
  const key = tokens.deriveKey('storage signed urls')
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
    signDownload: (url, lifetimeSeconds, what) => sign({ url, scope: 'download', ...what }, lifetimeSeconds),
    signUpload: (url, owner, isUpsert) =>
      sign({ ...(owner === null ? {} : { owner }), url, upsert: isUpsert, scope: 'upload' }, UPLOAD_LIFETIME_SECONDS),
    async verifyDownload(token, path) {
      const claims = await verify(token)
      const isDownload = claims.scope === 'download' || (claims.scope === undefined && claims.upsert === undefined)
      if (!isDownload) throw invalidSignature('Token is not scoped for download')
      return requirePath(v.parse(DownloadClaims, claims), path)
    },
    async verifyUpload(token, path) {
      const claims = await verify(token)
      if (claims.scope !== 'upload') throw invalidSignature('Token is not scoped for upload')
      return requirePath(v.parse(UploadClaims, claims), path)
    },
  }
}

function requirePath<Claims extends { url: string }>(claims: Claims, path: string): Claims {
  if (claims.url !== path) throw invalidSignature()
  return claims
}
