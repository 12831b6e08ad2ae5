import { noSuchBucket } from '../errors.ts'
import { isFolderPlaceholder, requireBucketName } from '../kernel/names.ts'
import type { StorageDependencies } from '../requests/dependencies.ts'
import type { Call } from '../requests/endpoint.ts'
import { type BucketRow, findBucketAsService } from '../tables/buckets.ts'

/** Returns the destination bucket, bypassing RLS: uploading does not require permission to see the bucket. */
export async function getUploadBucket(
  dependencies: StorageDependencies,
  call: Pick<Call, 'bucketId' | 'scope'>,
): Promise<BucketRow> {
  const bucketId = requireBucketName(call.bucketId)
  const bucket = await findBucketAsService(dependencies.sql, call.scope, bucketId)
  if (!bucket) throw noSuchBucket()
  return bucket
}

/** Returns the largest size that the object may have, in bytes. */
export function readSizeLimit(dependencies: StorageDependencies, bucket: BucketRow, key: string): number {
  if (isFolderPlaceholder(key)) return 0
  return Math.min(dependencies.settings.fileSizeLimitBytes, bucket.file_size_limit ?? Number.POSITIVE_INFINITY)
}
