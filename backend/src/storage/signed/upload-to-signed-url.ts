import { requireUrlToken } from '../objects/download-object.ts'
import type { Endpoint } from '../requests/endpoint.ts'
import { storeUpload } from '../upload/store-upload.ts'
import { verifySignedUpload } from '../upload/verify-signed-upload.ts'

export const uploadToSignedUrl: Endpoint = {
  operation: 'storage.object.upload_signed',
  async handle(dependencies, call) {
    const signed = await verifySignedUpload(dependencies, call, { token: requireUrlToken(call), isWrite: true })
    const target = { ...signed, isAllowedBeforehand: true }
    const row = await storeUpload(dependencies, call, target)
    return Response.json({ Key: `${row.bucket_id}/${row.name}` })
  },
}
