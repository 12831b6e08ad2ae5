import * as v from 'valibot'
import { requireBucketName } from '../kernel/names.ts'
import { WholeNumber } from '../kernel/shapes.ts'
import { formatTime } from '../kernel/times.ts'
import type { Endpoint } from '../requests/endpoint.ts'
import { type ListedEntry, listFolder } from '../tables/object-listing.ts'
import { findObjectFor } from '../tables/objects.ts'
import { VersionChoice, wantsOnlyOthers } from './listed-versions.ts'

const LIMIT = 1500
const Body = v.object({
  prefix: v.string(),
  limit: v.optional(v.pipe(WholeNumber, v.minValue(1, 'must be >= 1')), 100),
  offset: v.optional(v.pipe(WholeNumber, v.minValue(0, 'must be >= 0')), 0),
  search: v.optional(v.string(), ''),
  ...VersionChoice,
  sortBy: v.optional(
    v.object({
      column: v.optional(v.picklist(['name', 'updated_at', 'created_at', 'last_accessed_at']), 'name'),
      order: v.optional(v.picklist(['asc', 'desc']), 'asc'),
    }),
    { column: 'name', order: 'asc' },
  ),
})

/** Lists one level of a folder. Missing or invisible buckets and folders are empty (storage 7). */
export const listObjects: Endpoint<v.InferOutput<typeof Body>> = {
  operation: 'storage.object.list',
  body: Body,
  async handle({ sql }, { scope, bucketId }, body) {
    const { prefix, limit, offset, search, sortBy } = body
    if (wantsOnlyOthers(body)) return Response.json([])
    if (body.exactMatch) {
      const place = { bucketId: requireBucketName(bucketId), key: prefix }
      const { object } = await findObjectFor(sql, scope, 'visible', place)
      return Response.json(object ? [toEntryBody({ ...object, name: prefix.slice(prefix.lastIndexOf('/') + 1) })] : [])
    }
    const listing = {
      bucketId: requireBucketName(bucketId),
      folder: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
      limit: Math.min(limit, LIMIT),
      offset,
      search,
      sortColumn: sortBy.column,
      sortOrder: sortBy.order,
    }
    const entries = await listFolder(sql, scope, listing)
    return Response.json(entries.map(toEntryBody))
  },
}

/** Returns an entry as both list endpoints show it. */
export function toEntryBody(entry: ListedEntry) {
  return {
    name: entry.name,
    id: entry.id,
    updated_at: formatTime(entry.updated_at),
    created_at: formatTime(entry.created_at),
    last_accessed_at: formatTime(entry.last_accessed_at),
    metadata: entry.metadata,
  }
}
