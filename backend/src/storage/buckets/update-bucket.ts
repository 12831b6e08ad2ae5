import * as v from 'valibot'
import { noSuchBucket } from '../errors.ts'
import { asUser } from '../kernel/scope.ts'
import type { Endpoint } from '../requests/endpoint.ts'
import { updateBucket as updateBucketRow } from '../tables/buckets.ts'
import { BucketLimits, parseFileSizeLimit, parseMimeTypeList, requireNoVersioning } from './bucket-limits.ts'

const Body = v.pipe(
  v.object(BucketLimits),
  v.check(
    (body) => Object.values(body).some((value) => value !== undefined),
    "must have one of the properties 'public', 'file_size_limit', 'allowed_mime_types'",
  ),
)

export const updateBucket: Endpoint<v.InferOutput<typeof Body>> = {
  operation: 'storage.bucket.update',
  body: Body,
  async handle({ sql, settings }, { scope, bucketId }, body) {
    requireNoVersioning(body.versioning_status)
    const changes = {
      isPublic: body.public,
      fileSizeLimit: parseFileSizeLimit(body.file_size_limit, settings.fileSizeLimitBytes),
      allowedMimeTypes: parseMimeTypeList(body.allowed_mime_types),
    }
    const isUpdated = await asUser(sql, scope, (tx) => updateBucketRow(tx, bucketId, changes))
    if (!isUpdated) throw noSuchBucket()
    return Response.json({ message: 'Successfully updated' })
  },
}
