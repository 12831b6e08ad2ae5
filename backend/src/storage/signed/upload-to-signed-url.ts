import { toOwner } from '../kernel/owner.ts'
import { requireUrlToken } from '../objects/download-object.ts'
import type { Endpoint } from '../requests/endpoint.ts'
import { storeUpload } from '../upload/store-upload.ts'

export const uploadToSignedUrl: Endpoint = {
  operation: 'storage.object.upload_signed',
  async handle(dependencies, call) {
    const claims = await dependencies.urlTokens.verifyUpload(requireUrlToken(call), `${call.bucketId}/${call.key}`)
    const target = { isUpsert: claims.upsert, owner: toOwner(claims.owner), isAllowedBeforehand: true }
    const row = await storeUpload(dependencies, call, target)
    return Response.json({ Key: `${row.bucket_id}/${row.name}` })
  },
}
