import { noSuchBucket, tooManyObjectsToEmpty } from '../errors.ts'
import { asService } from '../kernel/scope.ts'
import type { StorageDependencies } from '../requests/dependencies.ts'
import type { Call, Endpoint } from '../requests/endpoint.ts'
import { findBucket } from '../tables/buckets.ts'
import { countObjects, deleteOldObjects, readClock } from '../tables/objects.ts'

const OBJECT_LIMIT = 200_000
/** After this time the client gets its response and the work continues in the background. */
const ANSWER_AFTER_MS = 10_000

export const emptyBucket: Endpoint = {
  operation: 'storage.bucket.empty',
  async handle(dependencies, call) {
    const before = await requireEmptyable(dependencies, call)
    const work = deleteInBatches(dependencies, call, before).catch((error: unknown) =>
      dependencies.log.error('emptying a bucket failed', { bucket: call.bucketId, error }),
    )
    await Promise.race([work, new Promise((resolve) => setTimeout(resolve, ANSWER_AFTER_MS).unref())])
    return Response.json({ message: 'Empty bucket has been queued. Completion may take up to an hour.' })
  },
}

/**
 * Throws if the bucket does not exist or has too many objects. Returns the time of the database's clock, which also sets
 * `created_at`, to the microsecond.
 */
async function requireEmptyable({ sql }: StorageDependencies, { scope, bucketId }: Call): Promise<string> {
  return asService(sql, scope, async (tx) => {
    if (!(await findBucket(tx, bucketId))) throw noSuchBucket()
    if ((await countObjects(tx, bucketId, OBJECT_LIMIT + 1)) > OBJECT_LIMIT) throw tooManyObjectsToEmpty()
    return readClock(tx)
  })
}

async function deleteInBatches({ sql }: StorageDependencies, { scope, bucketId }: Call, before: string): Promise<void> {
  let deletedCount: number
  do {
    const rows = await asService(sql, scope, (tx) => deleteOldObjects(tx, bucketId, before))
    deletedCount = rows.length
  } while (deletedCount > 0)
}
