import { formatTime } from '../kernel/times.ts'
import type { Endpoint } from '../requests/endpoint.ts'
import type { ObjectRow } from '../tables/objects.ts'
import { getPublicObject, getReadableObject } from './get-object-row.ts'
import { getFacts } from './serve-object.ts'

export const getObjectInfo: Endpoint = {
  operation: 'object.get_authenticated_info',
  handle: async (dependencies, call) => Response.json(toInfoBody(await getReadableObject(dependencies, call))),
}

export const getPublicObjectInfo: Endpoint = {
  operation: 'storage.object.info_public',
  handle: async (dependencies, call) => Response.json(toInfoBody(await getPublicObject(dependencies, call))),
}

function toInfoBody(object: ObjectRow) {
  const { etag, size } = getFacts(object)
  return {
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucket_id,
    size,
    content_type: object.metadata?.mimetype ?? 'application/octet-stream',
    cache_control: object.metadata?.cacheControl ?? 'no-cache',
    ...(object.metadata?.contentEncoding ? { content_encoding: object.metadata.contentEncoding } : {}),
    etag,
    metadata: object.user_metadata,
    last_modified: formatTime(object.updated_at),
    created_at: formatTime(object.created_at),
  }
}
