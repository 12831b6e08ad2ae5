import { formatTime } from '../kernel/times.ts'
import type { ObjectRow } from '../tables/objects.ts'

/** Returns the JSON of a whole row (storage 7). */
export function toObjectBody(object: ObjectRow) {
  return {
    name: object.name,
    bucket_id: object.bucket_id,
    owner: object.owner ?? '',
    owner_id: object.owner_id,
    version: object.version,
    id: object.id,
    updated_at: formatTime(object.updated_at),
    created_at: formatTime(object.created_at),
    last_accessed_at: formatTime(object.last_accessed_at),
    metadata: object.metadata,
    user_metadata: object.user_metadata,
  }
}
