import { entityTooLarge } from '../errors.ts'
import { requireAllowedMimeType } from '../kernel/mime-types.ts'
import { isFolderPlaceholder } from '../kernel/names.ts'
import type { StorageDependencies } from '../requests/dependencies.ts'
import type { BucketRow } from '../tables/buckets.ts'
import type { ObjectMetadata } from '../tables/objects.ts'
import { readSizeLimit } from './upload-bucket.ts'

/** Throws when the bucket does not accept the file, so that copies and moves obey the limits of uploads. */
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
