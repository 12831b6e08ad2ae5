import { noSuchBucket, noSuchKey } from '../errors.ts'
import { requireBucketName, requireKey } from '../kernel/names.ts'
import type { DownloadClaims } from '../kernel/url-tokens.ts'
import type { StorageDependencies } from '../requests/dependencies.ts'
import type { Call } from '../requests/endpoint.ts'
import { findObjectFor, type ObjectAccess, type ObjectRow } from '../tables/objects.ts'

type VersionId = string | null | undefined

/** The object, past row rules in a public bucket, else if the rules show it. Nobody in particular sees only public buckets. */
export async function getReadableObject(dependencies: StorageDependencies, call: Call): Promise<ObjectRow> {
  return getObject(dependencies, call, call.isIdentified ? 'readable' : 'anonymous', readVersionId(call))
}

/** The object if the row rules show it to the user, also in a public bucket. */
export async function getVisibleObject(
  dependencies: StorageDependencies,
  call: Call,
  versionId: VersionId = readVersionId(call),
): Promise<ObjectRow> {
  return getObject(dependencies, call, 'visible', versionId)
}

/** The object of a public bucket, past row rules. */
export async function getPublicObject(dependencies: StorageDependencies, call: Call): Promise<ObjectRow> {
  return getObject(dependencies, call, 'public', readVersionId(call))
}

/** The object that a signed URL names, past row rules: they were asked when it was signed. */
export async function getSignedObject(
  dependencies: StorageDependencies,
  call: Call,
  { versionId }: DownloadClaims,
): Promise<ObjectRow> {
  return getObject(dependencies, call, 'signed', versionId)
}

function readVersionId({ query }: Call): VersionId {
  return query.get('versionId')
}

async function getObject(
  { sql }: StorageDependencies,
  call: Call,
  access: ObjectAccess,
  versionId: VersionId,
): Promise<ObjectRow> {
  const place = { bucketId: requireBucketName(call.bucketId), key: requireKey(call.key) }
  const { hasBucket, object } = await findObjectFor(sql, call.scope, access, place)
  if (!hasBucket) throw noSuchBucket()
  return requireObject(object, versionId)
}

/** An object has one version: whoever asks for it by id gets that one, and no other is there. */
export function requireObject(object: ObjectRow | undefined, versionId: VersionId): ObjectRow {
  if (!object || (typeof versionId === 'string' && object.version !== versionId)) throw noSuchKey()
  return object
}
