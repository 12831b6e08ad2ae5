import * as v from 'valibot'
import { invalidRequest } from '../errors.ts'
import { requireBucketName } from '../kernel/names.ts'
import { asUser } from '../kernel/scope.ts'
import type { Endpoint } from '../requests/endpoint.ts'
import { deleteObjects } from '../tables/objects.ts'
import { toObjectBody } from './object-body.ts'

export const PATH_LIMIT = 1000
/** A key, or one version of the object with that key. */
const Entry = v.union([
  v.pipe(
    v.string(),
    v.transform((path) => ({ path, versionId: null })),
  ),
  v.object({ path: v.string(), versionId: v.string() }),
])
const Body = v.object({ prefixes: v.pipe(v.array(Entry), v.minLength(1, 'must NOT have fewer than 1 items')) })

/** Silently leaves out objects that do not exist or that the user may not delete. */
export const deleteManyObjects: Endpoint<v.InferOutput<typeof Body>> = {
  operation: 'storage.object.delete_many',
  body: Body,
  async handle({ sql }, { scope, bucketId }, { prefixes }) {
    if (prefixes.length > PATH_LIMIT) {
      throw invalidRequest(`Bulk object requests are limited to ${PATH_LIMIT} objects per request.`)
    }
    requireBucketName(bucketId)
    const deleted = await asUser(sql, scope, (tx) => deleteObjects(tx, bucketId, prefixes))
    return Response.json(deleted.map(toObjectBody))
  },
}
