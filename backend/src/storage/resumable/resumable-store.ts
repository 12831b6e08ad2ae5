import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { asService } from '../kernel/scope.ts'
import type { StorageDependencies } from '../requests/dependencies.ts'
import type { Call } from '../requests/endpoint.ts'
import { queueBlobDeletions } from '../tables/blob-deletions.ts'
import { claimBlob } from '../tables/pending-blobs.ts'
import {
  deleteResumableUpload,
  findResumableUpload,
  insertResumablePart,
  insertResumableUpload,
  RESUMABLE_LIFETIME_MS,
  type ResumableUpload,
  updateResumableSize,
} from '../tables/resumable-uploads.ts'
import { completeUpload } from './complete-upload.ts'
import { splitStream } from './split-stream.ts'

/** The maximum amount of data that is lost when the process is killed during a long request. */
const PIECE_BYTES = 16 * 1024 * 1024

interface StoreOptions {
  dependencies: StorageDependencies
  call: Call
  lockToken: string
  /** The requested upload, with the fields that the library does not know. */
  upload: Pick<ResumableUpload, 'id' | 'bucketId' | 'key' | 'owner' | 'ownerId' | 'isSigned' | 'isUpsert'>
}

/**
 * The data store of the tus library, for one request. Incoming data is cut into pieces, and each is a complete blob
 * before it is recorded. The last piece is recorded in the transaction that writes the object, so an upload never ends
 * without its object.
 */
export class ResumableStore extends DataStore {
  readonly #options: StoreOptions
  /** The piece being written. The library releases the lock when the connection breaks, and must wait for this. */
  #writing: Promise<unknown> = Promise.resolve()

  constructor(options: StoreOptions) {
    super()
    this.#options = options
    this.extensions = ['creation', 'creation-with-upload', 'creation-defer-length', 'termination', 'expiration']
  }

  /** Resolves when nothing is being written. */
  async settle(): Promise<void> {
    await this.#writing.catch(() => {})
  }

  override async create(file: Upload): Promise<Upload> {
    const { dependencies, call, lockToken, upload } = this.#options
    const { size = null, metadata = {} } = file
    const begun = { ...upload, size, received: 0, metadata, createdAt: new Date(), isFinished: false }
    const row = await asService(dependencies.sql, call.scope, (tx) => insertResumableUpload(tx, begun, lockToken))
    file.creation_date = row.createdAt.toISOString()
    if (size === 0) await completeUpload({ dependencies, call, lockToken }, row)
    return file
  }

  override async getUpload(): Promise<Upload> {
    const { id, size, received, metadata, createdAt } = await this.#get()
    return new Upload({
      id,
      offset: received,
      metadata,
      creation_date: createdAt.toISOString(),
      ...(size === null ? {} : { size }),
    })
  }

  override async declareUploadLength(_address: string, size: number): Promise<void> {
    const { dependencies, call, upload } = this.#options
    await asService(dependencies.sql, call.scope, (tx) => updateResumableSize(tx, upload.id, size))
  }

  override async write(stream: Readable, _address: string, offset: number): Promise<number> {
    const writing = this.#write(stream, offset)
    this.#writing = writing
    return writing
  }

  override async remove(): Promise<void> {
    const { dependencies, call, upload } = this.#options
    await this.#get()
    await asService(dependencies.sql, call.scope, (tx) => deleteResumableUpload(tx, upload.id))
  }

  override getExpiration(): number {
    return RESUMABLE_LIFETIME_MS
  }

  async #get(): Promise<ResumableUpload> {
    const { dependencies, call, upload } = this.#options
    const row = await asService(dependencies.sql, call.scope, (tx) => findResumableUpload(tx, upload.id))
    if (!row) throw ERRORS.FILE_NOT_FOUND
    return row
  }

  async #write(stream: Readable, offset: number): Promise<number> {
    const { dependencies, call, lockToken } = this.#options
    const upload = await this.#get()
    if (upload.isFinished) return upload.received
    const pieces = splitStream(stream, PIECE_BYTES)
    let received = offset
    for (let content = await pieces.next(); content; content = await pieces.next()) {
      const version = randomUUID()
      const blob = await dependencies.blobs.put(version, content, PIECE_BYTES)
      const part = { start: received, size: blob.size, version, etag: blob.etag }
      received += blob.size
      if (received === upload.size) {
        await completeUpload({ dependencies, call, lockToken }, upload, part)
        return received
      }
      await this.#keep(part)
    }
    if (pieces.failure) throw pieces.failure
    if (received === upload.size) await completeUpload({ dependencies, call, lockToken }, upload)
    return received
  }

  /** Ignores parts without bytes; throws when the lock was lost. */
  async #keep(part: Parameters<typeof insertResumablePart>[3]): Promise<void> {
    const { dependencies, call, lockToken, upload } = this.#options
    const isKept = await asService(dependencies.sql, call.scope, async (tx) => {
      const isNoted = part.size > 0 && (await insertResumablePart(tx, upload.id, lockToken, part))
      await claimBlob(tx, part.version)
      if (!isNoted) await queueBlobDeletions(tx, [part.version])
      return isNoted
    })
    if (!isKept && part.size > 0) throw ERRORS.INVALID_OFFSET
  }
}
