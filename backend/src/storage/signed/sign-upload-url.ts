import { noSuchBucket } from '../errors.ts'
import { requireBucketName, requireKey } from '../kernel/names.ts'
import type { Endpoint } from '../requests/endpoint.ts'
import { findBucketAsService } from '../tables/buckets.ts'
import { requireUploadAllowed } from '../upload/require-upload-allowed.ts'
import { readMetadataHeader } from '../upload/user-metadata.ts'

export const signUploadUrl: Endpoint = {
  operation: 'storage.object.sign_upload_url',
  async handle(dependencies, call) {
    const { bucketId, key, owner, request, scope } = call
    requireBucketName(bucketId)
    if (!(await findBucketAsService(dependencies.sql, scope, bucketId))) throw noSuchBucket()
    requireKey(key)
    const isUpsert = request.headers.get('x-upsert') === 'true'
    const userMetadata = readMetadataHeader(request.headers) ?? {}
    await requireUploadAllowed(dependencies, call, { isUpsert, owner }, { userMetadata }, undefined)
    const path = `${bucketId}/${key}`
    const upload = { signer: scope, owner: owner.ownerId ?? undefined, isUpsert }
    const token = await dependencies.urlTokens.signUpload(path, upload)
    return Response.json({ url: `/object/upload/sign/${path}?token=${token}`, token })
  },
}
