import { entityTooLarge } from '../errors.ts'
import { requireAllowedMimeType } from '../kernel/mime-types.ts'
import { isFolderPlaceholder } from '../kernel/names.ts'
import type { StorageDependencies } from '../requests/dependencies.ts'
import type { BucketRow } from '../tables/buckets.ts'
import type { ObjectMetadata } from '../tables/objects.ts'
import { readSizeLimit } from './store-upload.ts'

/** Throws when the bucket takes no such file: what is copied or moved into it has no more rights than what is uploaded. */
export function requireFitting(
  dependencies: StorageDependencies,
  bucket: BucketRow,
  key: string,
  metadata: ObjectMetadata | null,
) {
  const { size = 0, mimetype = 'application/octet-stream' } = metadata ?? {}
  if (!isFolderPlaceholder(key)) requireAllowedMimeType(mimetype, bucket.allowed_mime_types)
  if (size > readSizeLimit(dependencies, bucket, key)) throw entityTooLarge()
}
