import { noSuchBucket } from '../errors.ts'
import { asUser } from '../kernel/scope.ts'
import type { Endpoint } from '../requests/endpoint.ts'
import { findBucket } from '../tables/buckets.ts'
import { toBucketBody } from './bucket-body.ts'

/** Returns a bucket that the caller may see. Throws NoSuchBucket. */
export const getBucket: Endpoint = {
  operation: 'storage.bucket.get',
  async handle({ sql }, { scope, bucketId }) {
    const bucket = await asUser(sql, scope, (tx) => findBucket(tx, bucketId))
    if (!bucket) throw noSuchBucket()
    return Response.json(toBucketBody(bucket))
  },
}
