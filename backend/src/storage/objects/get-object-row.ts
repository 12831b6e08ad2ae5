import type { Call, StorageParts } from '../endpoint.ts'
import { noSuchBucket, noSuchKey } from '../errors.ts'
import { requireBucketName, requireKey } from '../names.ts'
import { asService, asUser } from '../scope.ts'
import { findBucket } from '../tables/buckets.ts'
import { findObject, type ObjectRow } from '../tables/objects.ts'
import type { DownloadClaims } from '../url-tokens.ts'

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
  return requireObject(object, call.query.get('versionId'))
}

/** The object if the row rules show it to the user, also in a public bucket. */
export async function getVisibleObject(
  { sql }: StorageParts,
  call: Call,
  versionId: string | null | undefined = call.query.get('versionId'),
): Promise<ObjectRow> {
  const { bucketId, key } = requireNames(call)
  const object = await asUser(sql, call.scope, (tx) => findObject(tx, bucketId, key))
  return requireObject(object, versionId)
}

/** The object of a public bucket, past row rules. */
export async function getPublicObject({ sql }: StorageParts, call: Call): Promise<ObjectRow> {
  const { bucketId, key } = requireNames(call)
  const object = await asService(sql, call.scope, async (tx) => {
    const bucket = await findBucket(tx, bucketId)
    if (!bucket?.public) throw noSuchBucket()
    return findObject(tx, bucketId, key)
  })
  return requireObject(object, call.query.get('versionId'))
}

/** The object that a signed URL names, past row rules: they were asked when it was signed. */
export async function getSignedObject(
  { sql }: StorageParts,
  call: Call,
  { versionId }: DownloadClaims,
): Promise<ObjectRow> {
  const { bucketId, key } = requireNames(call)
  const object = await asService(sql, call.scope, (tx) => findObject(tx, bucketId, key))
  return requireObject(object, versionId)
}

function requireNames({ bucketId, key }: Call) {
  return { bucketId: requireBucketName(bucketId), key: requireKey(key) }
}

/** An object has one version: whoever asks for it by id gets that one, and no other is there. */
export function requireObject(object: ObjectRow | undefined, versionId: string | null | undefined): ObjectRow {
  if (!object || (typeof versionId === 'string' && object.version !== versionId)) throw noSuchKey()
  return object
}
