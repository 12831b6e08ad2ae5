import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../postgres/database.ts'
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
 * Receives a file and makes it an object: bucket, type, size, key and permission are checked before the bytes are read, the
 * blob is complete before the row tells of it.
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

/** The bucket that is to be written, past row rules: who may upload need not be allowed to see it. */
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
    // Fields behind the file may have changed what was asked for.
    if (JSON.stringify(facts) !== JSON.stringify(upload.facts)) await requireAllowed(facts)
    const object = toNewObject(call, target.owner, { version, blob, facts, robotsTag })
    return await commitObject(dependencies, call, object, target.isUpsert)
  } catch (error) {
    // After any other error nobody knows whether the row was written: the sweep will find out.
    if (error instanceof StorageError) await dependencies.blobs.delete(version)
    throw error
  }
}

function readRobotsTag(headers: Headers): string | undefined {
  const header = headers.get('x-robots-tag')
  return header === null ? undefined : requireRobotsTag(header)
}

/** How many bytes the object may have. */
export function readSizeLimit(dependencies: StorageDependencies, bucket: BucketRow, key: string): number {
  if (isFolderPlaceholder(key)) return 0
  return Math.min(dependencies.settings.fileSizeLimitBytes, bucket.file_size_limit ?? Number.POSITIVE_INFINITY)
}

/** The length of a form is more than that of its file, so only raw bodies can be refused by what they declare. */
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

/** What is known of an object once its blob is complete. */
export interface Written {
  version: string
  blob: StoredBlob
  facts: UploadFacts
  robotsTag: string | undefined
}

/** The row of an object that was received now. */
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

/** Writes the row and notes the blob it replaces, both or neither. Of two racing creates the second is told so. */
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

/** The same as a part of a transaction that does more. */
export async function writeObject(tx: Transaction, object: NewObject, isUpsert: boolean): Promise<ObjectRow> {
  const row = await replaceObject(tx, object, isUpsert)
  if (!row) throw keyAlreadyExists()
  return row
}
