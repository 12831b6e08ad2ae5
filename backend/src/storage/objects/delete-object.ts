import { accessDenied, noSuchKey } from '../errors.ts'
import { requireBucketName, requireKey } from '../kernel/names.ts'
import { asUser, becomeService } from '../kernel/scope.ts'
import type { Endpoint } from '../requests/endpoint.ts'
import { deleteObjects, findObject } from '../tables/objects.ts'

/**
 * Deletes an object as the caller. Throws AccessDenied where policies forbid it, NoSuchKey, InvalidBucketName and
 * InvalidKey.
 */
export const deleteObject: Endpoint = {
  operation: 'storage.object.delete',
  async handle({ sql }, { scope, bucketId, key }) {
    requireBucketName(bucketId)
    requireKey(key)
    await asUser(sql, scope, async (tx) => {
      const [deleted] = await deleteObjects(tx, bucketId, [{ path: key, versionId: null }])
      if (deleted) return
      await becomeService(tx)
      throw (await findObject(tx, bucketId, key)) ? accessDenied() : noSuchKey()
    })
    return Response.json({ message: 'Successfully deleted' })
  },
}
