import type { Call, StorageParts } from '../endpoint.ts'
import { noSuchBucket, noSuchKey } from '../errors.ts'
import { requireBucketName, requireKey } from '../names.ts'
import { asService, asUser } from '../scope.ts'
import { findBucket } from '../tables/buckets.ts'
import { findObject, type ObjectRow } from '../tables/objects.ts'

/** The object, past row rules in a public bucket, else if the rules show it. Nobody in particular sees only public buckets. */
export async function getReadableObject({ sql }: StorageParts, call: Call): Promise<ObjectRow> {
  const { scope, isIdentified } = call
  const { bucketId, key } = requireNames(call)
  const object = await asService(sql, scope, async (tx) => {
    const bucket = await findBucket(tx, bucketId)
    if (!bucket || !(bucket.public || isIdentified)) throw noSuchBucket()
    if (!bucket.public) await tx`select set_config('role', ${scope.role}, true)`
    return findObject(tx, bucketId, key)
  })
  return requireObject(object)
}

/** The object if the row rules show it to the user, also in a public bucket. */
export async function getVisibleObject({ sql }: StorageParts, call: Call): Promise<ObjectRow> {
  const { bucketId, key } = requireNames(call)
  return requireObject(await asUser(sql, call.scope, (tx) => findObject(tx, bucketId, key)))
}

/** The object of a public bucket, past row rules. */
export async function getPublicObject({ sql }: StorageParts, call: Call): Promise<ObjectRow> {
  const { bucketId, key } = requireNames(call)
  const object = await asService(sql, call.scope, async (tx) => {
    const bucket = await findBucket(tx, bucketId)
    if (!bucket?.public) throw noSuchBucket()
    return findObject(tx, bucketId, key)
  })
  return requireObject(object)
}

/** The object that a signed URL names, past row rules: they were asked when it was signed. */
export async function getSignedObject({ sql }: StorageParts, call: Call): Promise<ObjectRow> {
  const { bucketId, key } = requireNames(call)
  return requireObject(await asService(sql, call.scope, (tx) => findObject(tx, bucketId, key)))
}

function requireNames({ bucketId, key }: Call) {
  return { bucketId: requireBucketName(bucketId), key: requireKey(key) }
}

function requireObject(object: ObjectRow | undefined): ObjectRow {
  if (!object) throw noSuchKey()
  return object
}
