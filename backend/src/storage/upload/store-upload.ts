import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../postgres/statements/sql.ts'
import { BlobTooLargeError, type StoredBlob } from '../blobs/blob-store.ts'
import { entityTooLarge, keyAlreadyExists, noSuchBucket, StorageError } from '../errors.ts'
import { requireAllowedMimeType } from '../kernel/mime-types.ts'
import { isFolderPlaceholder, requireBucketName, requireKey } from '../kernel/names.ts'
import type { Owner } from '../kernel/owner.ts'
import { requireRobotsTag } from '../kernel/robots-tag.ts'
import type { StorageDependencies } from '../requests/dependencies.ts'
import type { Call } from '../requests/endpoint.ts'
import { type BucketRow, findBucketAsService } from '../tables/buckets.ts'
import { commitUpload, type NewObject, type ObjectRow, replaceObject } from '../tables/objects.ts'
import { readUpload } from './read-upload.ts'
import { requireUploadAllowed } from './require-upload-allowed.ts'
import type { Upload, UploadFacts, UploadTarget } from './upload-content.ts'

/**
 * Receives a file and creates its object. Bucket, type, size, key and permission are checked before the body is read,
 * and the blob is complete before its row is written.
 */
export async function storeUpload(
  dependencies: StorageDependencies,
  call: Call,
  target: UploadTarget,
): Promise<ObjectRow> {
  const bucket = await getUploadBucket(dependencies, call)
  const upload = await readUpload(call)
  try {
    return await receive(dependencies, call, target, bucket, upload)
  } catch (error) {
    upload.abort()
    throw error
  }
}

/** Returns the destination bucket, bypassing RLS: uploading does not require permission to see the bucket. */
export async function getUploadBucket(
  dependencies: StorageDependencies,
  call: Pick<Call, 'bucketId' | 'scope'>,
): Promise<BucketRow> {
  const bucketId = requireBucketName(call.bucketId)
  const bucket = await findBucketAsService(dependencies.sql, call.scope, bucketId)
  if (!bucket) throw noSuchBucket()
  return bucket
}

async function receive(
  dependencies: StorageDependencies,
  call: Call,
  target: UploadTarget,
  bucket: BucketRow,
  upload: Upload,
): Promise<ObjectRow> {
  const { key } = call
  const robotsTag = readRobotsTag(call.request.headers)
  const limitBytes = readSizeLimit(dependencies, bucket, key)
  const requireAllowed = async (facts: UploadFacts) => {
    if (!isFolderPlaceholder(key)) requireAllowedMimeType(facts.contentType, bucket.allowed_mime_types)
    if (isTooLarge(upload, call.request, limitBytes)) throw entityTooLarge()
    requireKey(key)
    if (!target.isAllowedBeforehand) await requireUploadAllowed(dependencies, call, target, facts, upload.declaredBytes)
  }
  await requireAllowed(upload.facts)
  const version = randomUUID()
  const blob = await putBlob(dependencies, version, upload, limitBytes)
  try {
    const facts = await upload.finish()
    // Fields after the file may have changed the metadata.
    if (JSON.stringify(facts) !== JSON.stringify(upload.facts)) await requireAllowed(facts)
    const object = toNewObject(call, target.owner, { version, blob, facts, robotsTag })
    return await commitObject(dependencies, call, object, target.isUpsert)
  } catch (error) {
    // After any other error the row may or may not be written; the sweep decides.
    if (error instanceof StorageError) await dependencies.blobs.delete(version)
    throw error
  }
}

function readRobotsTag(headers: Headers): string | undefined {
  const header = headers.get('x-robots-tag')
  return header === null ? undefined : requireRobotsTag(header)
}

/** Returns the largest size that the object may have, in bytes. */
export function readSizeLimit(dependencies: StorageDependencies, bucket: BucketRow, key: string): number {
  if (isFolderPlaceholder(key)) return 0
  return Math.min(dependencies.settings.fileSizeLimitBytes, bucket.file_size_limit ?? Number.POSITIVE_INFINITY)
}

/**
 * Returns true when the declared length exceeds the limit. A form is longer than its file, so this covers raw bodies
 * only.
 */
function isTooLarge(upload: Upload, request: Request, limitBytes: number): boolean {
  const isForm = /^multipart\/form-data/i.test(request.headers.get('content-type') ?? '')
  return !isForm && (upload.declaredBytes ?? 0) > limitBytes
}

async function putBlob(
  { blobs }: StorageDependencies,
  version: string,
  upload: Upload,
  limitBytes: number,
): Promise<StoredBlob> {
  try {
    return await blobs.put(version, upload.content, limitBytes)
  } catch (error) {
    throw error instanceof BlobTooLargeError ? entityTooLarge() : error
  }
}

/** The properties of an object whose blob is complete. */
export interface Written {
  version: string
  blob: StoredBlob
  facts: UploadFacts
  robotsTag: string | undefined
}

/** Returns the row of an object that was just received. */
export function toNewObject(
  place: { bucketId: string; key: string },
  { owner, ownerId }: Owner,
  { version, blob, facts, robotsTag }: Written,
): NewObject {
  return {
    bucketId: place.bucketId,
    key: place.key,
    owner,
    ownerId,
    version,
    userMetadata: facts.userMetadata,
    metadata: {
      eTag: blob.etag,
      size: blob.size,
      mimetype: facts.contentType,
      cacheControl: facts.cacheControl,
      ...(facts.contentEncoding === undefined ? {} : { contentEncoding: facts.contentEncoding }),
      lastModified: new Date().toISOString(),
      contentLength: blob.size,
      httpStatusCode: 200,
      ...(robotsTag === undefined ? {} : { xRobotsTag: robotsTag }),
    },
  }
}

/** Writes the row and queues the blob it replaces, atomically. The second of two racing creates fails. */
export async function commitObject(
  { sql }: StorageDependencies,
  { scope }: Call,
  object: NewObject,
  isUpsert: boolean,
): Promise<ObjectRow> {
  const row = await commitUpload(sql, scope, object, isUpsert)
  if (!row) throw keyAlreadyExists()
  return row
}

/** Writes the row of an upload as part of a larger transaction. */
export async function writeObject(tx: Transaction, object: NewObject, isUpsert: boolean): Promise<ObjectRow> {
  const row = await replaceObject(tx, object, isUpsert)
  if (!row) throw keyAlreadyExists()
  return row
}
