import type { StorageDependencies } from '../requests/dependencies.ts'
import type { Call, Endpoint } from '../requests/endpoint.ts'
import { storeUpload } from './store-upload.ts'

/** Creates an object; replaces one only with `x-upsert: true`. */
export const uploadObject: Endpoint = {
  operation: 'storage.object.upload',
  handle: (dependencies, call) => handleUpload(dependencies, call, call.request.headers.get('x-upsert') === 'true'),
}

/** Replaces an object, or creates it. */
export const replaceObject: Endpoint = {
  operation: 'storage.object.upload_update',
  handle: (dependencies, call) => handleUpload(dependencies, call, true),
}

async function handleUpload(dependencies: StorageDependencies, call: Call, isUpsert: boolean): Promise<Response> {
  const row = await storeUpload(dependencies, call, { isUpsert, owner: call.owner, isAllowedBeforehand: false })
  return Response.json({ Id: row.id, Key: `${row.bucket_id}/${row.name}` })
}
