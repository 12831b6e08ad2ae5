import type { Call, Endpoint } from '../endpoint.ts'
import { invalidShape } from '../errors.ts'
import { getPublicObject, getReadableObject, getSignedObject } from './get-object-row.ts'
import { serveObject } from './serve-object.ts'

export const downloadObject: Endpoint = {
  operation: 'storage.object.get_authenticated',
  headOperation: 'object.head_authenticated_info',
  handle: async (parts, call) => serveObject(parts, call, await getReadableObject(parts, call)),
}

export const downloadPublicObject: Endpoint = {
  operation: 'storage.object.get_public',
  handle: async (parts, call) => serveObject(parts, call, await getPublicObject(parts, call)),
}

export const downloadSignedObject: Endpoint = {
  operation: 'storage.object.get_signed',
  async handle(parts, call) {
    const claims = await parts.urlTokens.verifyDownload(requireUrlToken(call), `${call.bucketId}/${call.key}`)
    const object = await getSignedObject(parts, call, claims)
    return serveObject(parts, call, object, { expiresAt: new Date(claims.exp * 1000) })
  },
}

/** The token of a signed URL. */
export function requireUrlToken({ query }: Call): string {
  const token = query.get('token')
  if (!token) throw invalidShape("querystring must have required property 'token'")
  return token
}
