import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../postgres/statements/sql.ts'
import { BlobTooLargeError, type StoredBlob } from '../blobs/blob-store.ts'
import { entityTooLarge, keyAlreadyExists, StorageError } from '../errors.ts'
import type { Owner } from '../kernel/owner.ts'
import type { StorageDependencies } from '../requests/dependencies.ts'
import type { Call } from '../requests/endpoint.ts'
import { commitUpload, type NewObject, type ObjectRow, replaceObject } from '../tables/objects.ts'
import { beginUpload, readRobotsTag, requireAcceptable } from './begin-upload.ts'
import { readUpload } from './read-upload.ts'
import { requireUploadAllowed } from './require-upload-allowed.ts'
import { getUploadBucket, readSizeLimit } from './upload-bucket.ts'
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
  const upload = await readUpload(call).catch(async (error: unknown) => {
    // A missing bucket is reported before an invalid body.
    await getUploadBucket(dependencies, call)
    throw error
  })
  try {
    return await receive(dependencies, call, target, upload)
  } catch (error) {
    upload.abort()
    throw error
  }
}

async function receive(
  dependencies: StorageDependencies,
  call: Call,
  target: UploadTarget,
  upload: Upload,
): Promise<ObjectRow> {
  const version = randomUUID()
  const bucket = await beginUpload(dependencies, call, target, upload, version)
  const blob = await writeVersion(dependencies, version, upload, readSizeLimit(dependencies, bucket, call.key))
  try {
    const facts = await upload.finish()
    // Fields after the file may have changed the metadata.
    if (JSON.stringify(facts) !== JSON.stringify(upload.facts)) {
      requireAcceptable(dependencies, call, bucket, upload, facts)
      if (!target.isAllowedBeforehand)
        await requireUploadAllowed(dependencies, call, target, facts, upload.declaredBytes)
    }
    const robotsTag = readRobotsTag(call.request.headers)
    const object = toNewObject(call, target.owner, { version, blob, facts, robotsTag })
    return await commitObject(dependencies, call, object, target.isUpsert)
  } catch (error) {
    // After any other error the row may or may not be written; the sweep decides.
    if (error instanceof StorageError) await dependencies.blobs.delete(version)
    throw error
  }
}

async function writeVersion(
  { blobs }: StorageDependencies,
  version: string,
  upload: Upload,
  limitBytes: number,
): Promise<StoredBlob> {
  try {
    return await blobs.putRecorded(version, upload.content, limitBytes)
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
