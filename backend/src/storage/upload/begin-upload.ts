import { DatabaseError } from '../../postgres/statements/database-error.ts'
import { entityTooLarge, noSuchBucket } from '../errors.ts'
import { requireAllowedMimeType } from '../kernel/mime-types.ts'
import { isFolderPlaceholder, isKey, requireBucketName, requireKey } from '../kernel/names.ts'
import { requireRobotsTag } from '../kernel/robots-tag.ts'
import type { StorageDependencies } from '../requests/dependencies.ts'
import type { Call } from '../requests/endpoint.ts'
import type { BucketRow } from '../tables/buckets.ts'
import { beginUploadAs } from '../tables/objects.ts'
import { rethrowTestError, toTestObject } from './require-upload-allowed.ts'
import { getUploadBucket, readSizeLimit } from './upload-bucket.ts'
import type { Upload, UploadFacts, UploadTarget } from './upload-content.ts'
import { requireCacheControl } from './upload-headers.ts'

/**
 * Checks an upload before its body is read and records its blob, in one statement if nothing is wrong. Throws the first
 * error in the order of the contract (storage 5).
 */
export async function beginUpload(
  dependencies: StorageDependencies,
  call: Call,
  target: UploadTarget,
  upload: Upload,
  version: string,
): Promise<BucketRow> {
  requireBucketName(call.bucketId)
  const requireAllAcceptable = (bucket: BucketRow) =>
    requireAcceptable(dependencies, call, bucket, upload, upload.facts)
  // The database would reject such a key with an error of its own.
  if (!isKey(call.key)) requireAllAcceptable(await getUploadBucket(dependencies, call))
  const object = toTestObject(call, target.owner, upload.facts, upload.declaredBytes)
  const bucket = await beginUploadAs(dependencies.sql, call.scope, object, target, version).catch(
    async (error: unknown) => {
      // The bucket, type and size are reported before a missing permission.
      if (error instanceof DatabaseError) requireAllAcceptable(await getUploadBucket(dependencies, call))
      return rethrowTestError(error)
    },
  )
  if (!bucket) throw noSuchBucket()
  try {
    requireAllAcceptable(bucket)
  } catch (error) {
    await dependencies.blobs.forget(version)
    throw error
  }
  return bucket
}

/** Throws unless the bucket accepts the type and size of the upload, and its headers and key are valid. */
export function requireAcceptable(
  dependencies: StorageDependencies,
  { key, request }: Call,
  bucket: BucketRow,
  upload: Upload,
  facts: UploadFacts,
): void {
  readRobotsTag(request.headers)
  requireCacheControl(facts.cacheControl)
  if (!isFolderPlaceholder(key)) requireAllowedMimeType(facts.contentType, bucket.allowed_mime_types)
  if (isTooLarge(upload, request, readSizeLimit(dependencies, bucket, key))) throw entityTooLarge()
  requireKey(key)
}

/** Returns the header. Throws when it is not valid. */
export function readRobotsTag(headers: Headers): string | undefined {
  const header = headers.get('x-robots-tag')
  return header === null ? undefined : requireRobotsTag(header)
}

/**
 * Returns true when the declared length exceeds the limit. A form is longer than its file, so this covers raw bodies
 * only.
 */
function isTooLarge(upload: Upload, request: Request, limitBytes: number): boolean {
  const isForm = /^multipart\/form-data/i.test(request.headers.get('content-type') ?? '')
  return !isForm && (upload.declaredBytes ?? 0) > limitBytes
}
