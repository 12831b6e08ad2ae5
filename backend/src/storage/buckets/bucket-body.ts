import { formatTime } from '../kernel/times.ts'
import type { BucketRow } from '../tables/buckets.ts'

/** Returns the JSON of a bucket (storage 4). */
export function toBucketBody(bucket: BucketRow) {
  return {
    id: bucket.id,
    name: bucket.name,
    owner: bucket.owner ?? '',
    public: bucket.public,
    created_at: formatTime(bucket.created_at),
    updated_at: formatTime(bucket.updated_at),
    file_size_limit: bucket.file_size_limit,
    allowed_mime_types: bucket.allowed_mime_types,
  }
}
