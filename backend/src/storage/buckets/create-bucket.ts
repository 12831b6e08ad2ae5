import * as v from 'valibot'
import { bucketAlreadyExists, featureNotEnabled, invalidShape, StorageError } from '../errors.ts'
import { toStorageError } from '../kernel/database-errors.ts'
import { requireNewBucketName } from '../kernel/names.ts'
import { asUser } from '../kernel/scope.ts'
import type { Endpoint } from '../requests/endpoint.ts'
import { insertBucket } from '../tables/buckets.ts'
import { BucketLimits, parseFileSizeLimit, parseMimeTypeList, requireNoVersioning } from './bucket-limits.ts'

const Body = v.object({ name: v.string(), id: v.optional(v.string()), type: v.optional(v.string()), ...BucketLimits })

export const createBucket: Endpoint<v.InferOutput<typeof Body>> = {
  operation: 'storage.bucket.create',
  body: Body,
  async handle({ sql, settings }, { scope, owner }, body) {
    if (body.type === 'ANALYTICS') throw featureNotEnabled('analytics buckets')
    if (body.type !== undefined && body.type !== 'STANDARD') throw invalidShape('body/type must be STANDARD')
    requireNoVersioning(body.versioning_status)
    const bucket = {
      id: requireNewBucketName(body.id ?? body.name),
      name: requireNewBucketName(body.name),
      ...owner,
      isPublic: body.public ?? false,
      fileSizeLimit: parseFileSizeLimit(body.file_size_limit, settings.fileSizeLimitBytes) ?? null,
      allowedMimeTypes: parseMimeTypeList(body.allowed_mime_types) ?? null,
    }
    await asUser(sql, scope, (tx) => insertBucket(tx, bucket)).catch((error: unknown) => {
      const known = toStorageError(error)
      throw known instanceof StorageError && known.statusCode === 409 ? bucketAlreadyExists() : known
    })
    return Response.json({ name: bucket.name })
  },
}
