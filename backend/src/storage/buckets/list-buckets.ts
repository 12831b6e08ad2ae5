import * as v from 'valibot'
import { asUser } from '../kernel/scope.ts'
import { parseShape, WholeNumber } from '../kernel/shapes.ts'
import type { Endpoint } from '../requests/endpoint.ts'
import { listBuckets as listBucketRows } from '../tables/buckets.ts'
import { toBucketBody } from './bucket-body.ts'

const Query = v.object({
  limit: v.optional(v.pipe(WholeNumber, v.minValue(1, 'must be >= 1'))),
  offset: v.optional(v.pipe(WholeNumber, v.minValue(0, 'must be >= 0')), 0),
  sortColumn: v.optional(v.picklist(['id', 'name', 'created_at', 'updated_at'])),
  sortOrder: v.optional(v.picklist(['asc', 'desc']), 'asc'),
  search: v.optional(v.string()),
})

export const listBuckets: Endpoint = {
  operation: 'storage.bucket.list',
  async handle({ sql }, { scope, query }) {
    const { sortOrder, sortColumn, limit, offset, search } = parseShape(Object.fromEntries(query), Query, 'querystring')
    const listing = { limit, offset, sortColumn, search, isDescending: sortOrder === 'desc' }
    const buckets = await asUser(sql, scope, (tx) => listBucketRows(tx, listing))
    return Response.json(buckets.map((bucket) => ({ ...toBucketBody(bucket), type: 'STANDARD' })))
  },
}
