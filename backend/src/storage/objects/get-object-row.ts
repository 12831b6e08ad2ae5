import { noSuchBucket, noSuchKey } from '../errors.ts'
import { requireBucketName, requireKey } from '../kernel/names.ts'
import type { Download } from '../kernel/url-tokens.ts'
import type { StorageDependencies } from '../requests/dependencies.ts'
import type { Call } from '../requests/endpoint.ts'
import { findObjectFor, type ObjectAccess, type ObjectRow } from '../tables/objects.ts'

type VersionId = string | null | undefined

/** Returns the object, bypassing RLS in public buckets. Anonymous callers see public buckets only. */
export async function getReadableObject(dependencies: StorageDependencies, call: Call): Promise<ObjectRow> {
  return getObject(dependencies, call, call.isIdentified ? 'readable' : 'anonymous', readVersionId(call))
}

/** Returns the object if RLS policies show it to the user, even in public buckets. */
export async function getVisibleObject(
  dependencies: StorageDependencies,
  call: Call,
  versionId: VersionId = readVersionId(call),
): Promise<ObjectRow> {
  return getObject(dependencies, call, 'visible', versionId)
}

/** Returns an object of a public bucket, bypassing RLS. */
export async function getPublicObject(dependencies: StorageDependencies, call: Call): Promise<ObjectRow> {
  return getObject(dependencies, call, 'public', readVersionId(call))
}

/** The operation under which policies are evaluated again, to check that the signer could still sign the URL. */
const SIGN_OPERATION = 'storage.object.sign'

/** Returns the object of a signed URL if RLS policies still show it to the signer. */
export async function getSignedObject(
  dependencies: StorageDependencies,
  call: Call,
  { signer, versionId }: Download,
): Promise<ObjectRow> {
  const scope = { ...call.scope, ...signer, operation: SIGN_OPERATION }
  return getObject(dependencies, { ...call, scope }, 'visible', versionId)
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

/** Throws unless the object exists and, if a version was named, has that version. An object has only one. */
export function requireObject(object: ObjectRow | undefined, versionId: VersionId): ObjectRow {
  if (!object || (typeof versionId === 'string' && object.version !== versionId)) throw noSuchKey()
  return object
}
