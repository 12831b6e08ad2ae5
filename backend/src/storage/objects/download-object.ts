import { invalidShape } from '../errors.ts'
import type { Call, Endpoint } from '../requests/endpoint.ts'
import { getPublicObject, getReadableObject, getSignedObject } from './get-object-row.ts'
import { serveObject } from './serve-object.ts'

export const downloadObject: Endpoint = {
  operation: 'storage.object.get_authenticated',
  headOperation: 'object.head_authenticated_info',
  handle: async (dependencies, call) => serveObject(dependencies, call, await getReadableObject(dependencies, call)),
}

export const downloadPublicObject: Endpoint = {
  operation: 'storage.object.get_public',
  handle: async (dependencies, call) => serveObject(dependencies, call, await getPublicObject(dependencies, call)),
}

export const downloadSignedObject: Endpoint = {
  operation: 'storage.object.get_signed',
  async handle(dependencies, call) {
    const path = `${call.bucketId}/${call.key}`
    const download = await dependencies.urlTokens.verifyDownload(requireUrlToken(call), path)
    const object = await getSignedObject(dependencies, call, download)
    return serveObject(dependencies, call, object, download)
  },
}

/** Returns the token of a signed URL; throws when it is missing. */
export function requireUrlToken({ query }: Call): string {
  const token = query.get('token')
  if (!token) throw invalidShape("querystring must have required property 'token'")
  return token
}
