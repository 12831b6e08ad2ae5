import { bucketNotEmpty, noSuchBucket } from '../errors.ts'
import { asService } from '../kernel/scope.ts'
import type { Endpoint } from '../requests/endpoint.ts'
import { deleteBucket as deleteBucketRow, lockBucket } from '../tables/buckets.ts'

/**
 * Deletes an empty bucket as the caller. Throws ResourceNotEmpty, and NoSuchBucket if it is missing or policies do not
 * let the caller delete it.
 */
export const deleteBucket: Endpoint = {
  operation: 'storage.bucket.delete',
  async handle({ sql }, { scope, bucketId }) {
    await asService(sql, scope, async (tx) => {
      const bucket = await lockBucket(tx, bucketId)
      if (!bucket) throw noSuchBucket()
      if (bucket.hasObjects) throw bucketNotEmpty()
      await tx`select set_config('role', ${scope.role}, true)`
      if (!(await deleteBucketRow(tx, bucketId))) throw noSuchBucket()
    })
    return Response.json({ message: 'Successfully deleted' })
  },
}
