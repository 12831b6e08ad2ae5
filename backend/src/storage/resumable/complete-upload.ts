import { randomUUID } from 'node:crypto'
import { ERRORS } from '@tus/server'
import type { BlobStore, StoredBlob } from '../blobs/blob-store.ts'
import { requireLength } from '../blobs/required-length.ts'
import { StorageError } from '../errors.ts'
import { toStorageError } from '../kernel/database-errors.ts'
import { asService } from '../kernel/scope.ts'
import type { StorageDependencies } from '../requests/dependencies.ts'
import type { Call } from '../requests/endpoint.ts'
import {
  finishResumableUpload,
  listResumableParts,
  type ResumablePart,
  type ResumableUpload,
} from '../tables/resumable-uploads.ts'
import { toNewObject, writeObject } from '../upload/store-upload.ts'
import { toResumableFacts } from './resumable-facts.ts'

interface Completion {
  dependencies: StorageDependencies
  call: Call
  lockToken: string
}

/**
 * Turns an upload into an object, once its last part is written but not recorded. Creating the object and finishing the
 * upload are atomic: after a crash the client sends its last part again.
 */
export async function completeUpload(
  { dependencies, call, lockToken }: Completion,
  upload: ResumableUpload,
  lastPart?: ResumablePart,
): Promise<void> {
  const { bucketId, key, isUpsert } = upload
  const noted = await asService(dependencies.sql, call.scope, (tx) => listResumableParts(tx, upload.id))
  const all = lastPart ? [...noted, lastPart] : noted
  const { version, blob } = await joinParts(dependencies.blobs, all)
  const facts = toResumableFacts(upload.metadata)
  const object = toNewObject({ bucketId, key }, upload, { version, blob, facts, robotsTag: undefined })
  const forget = async (versions: (string | undefined)[]) => {
    for (const gone of versions) if (gone !== undefined) await dependencies.blobs.delete(gone)
  }
  try {
    await asService(dependencies.sql, call.scope, async (tx) => {
      await writeObject(tx, object, isUpsert)
      // The lock is lost: another request is handling the upload.
      if (!(await finishResumableUpload(tx, upload.id, lockToken, version))) throw ERRORS.INVALID_OFFSET
    })
  } catch (error) {
    // After any other error the row may or may not be written; the sweep decides.
    const isRejected = error === ERRORS.INVALID_OFFSET || toStorageError(error) instanceof StorageError
    if (isRejected) await forget([version, lastPart?.version].filter((written) => written !== noted[0]?.version))
    throw error
  }
  if (lastPart?.version !== version) await forget([lastPart?.version])
}

/** A single part becomes the object's blob. Several parts are written to a new blob and then deleted. */
async function joinParts(blobs: BlobStore, all: ResumablePart[]): Promise<{ version: string; blob: StoredBlob }> {
  const [first, ...others] = all
  if (first && others.length === 0) return { version: first.version, blob: { size: first.size, etag: first.etag } }
  const version = randomUUID()
  const size = all.reduce((sum, part) => sum + part.size, 0)
  return { version, blob: await blobs.put(version, readAll(blobs, all), size) }
}

async function* readAll(blobs: BlobStore, all: ResumablePart[]): AsyncIterable<Uint8Array> {
  for (const { version, size } of all) {
    const content = requireLength(await blobs.open(version), size)
    if (content instanceof Uint8Array) yield content
    else yield* content
  }
}
