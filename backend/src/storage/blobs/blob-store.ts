import type { ByteRange } from './byte-range.ts'

const VERSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns true for UUIDs, which address blobs. */
export function isVersion(text: string): boolean {
  return VERSION.test(text)
}

/** The facts about a complete blob. */
export interface StoredBlob {
  size: number
  /** A digest of the content in quotes, as sent to clients. */
  etag: string
}

/** The chunks of a blob. */
export interface BlobSource extends AsyncIterable<Uint8Array> {
  /** Frees the memory of a chunk that has been written. The chunk must not be read afterwards. */
  release?(chunk: Uint8Array): void
}

/** Stores blobs by version. A version is a new UUID for each write, so blobs are immutable. */
export interface BlobStore {
  /**
   * Writes a blob atomically: a failed write leaves nothing to read. Throws {@link BlobTooLargeError} above
   * `limitBytes`, InsufficientStorage when the disk is full, or the error of the source.
   */
  put(version: string, content: BlobSource, limitBytes: number): Promise<StoredBlob>
  /** Opens a blob, or a part of it. Throws {@link BlobMissingError} before anything is read. */
  open(version: string, range?: ByteRange): Promise<BlobContent>
  /** Stores the blob under a second version without moving bytes. Throws {@link BlobMissingError}. */
  copy(from: string, to: string): Promise<void>
  /** Deletes a blob. Deleting a missing one is not an error. */
  delete(version: string): Promise<void>
  /** Deletes a blob and the remains of an unfinished write of it. */
  discard(version: string): Promise<void>
  /** Lists versions of complete blobs that were written before this time. */
  listOlderThan(time: Date): AsyncIterable<string>
  /** Deletes unfinished writes that started before this time. */
  deleteUnfinished(time: Date): Promise<void>
  /** Throws when blobs cannot be written. */
  check(): Promise<void>
}

/** A blob store that records each blob in the database before writing it (storage 11). */
export interface RecordedBlobStore extends BlobStore {
  /** Writes a blob as `put` does, but the caller has recorded it. */
  putRecorded(version: string, content: BlobSource, limitBytes: number): Promise<StoredBlob>
  /** Deletes the record of a blob that will not be written. */
  forget(version: string): Promise<void>
  /** Renews the records of blobs that are still being written, so that the chores of other processes keep them. */
  touchPending(): Promise<void>
}

/**
 * Small blobs are returned as bytes, so that no file stays open if they are never read. Both types are valid bodies of
 * a Response.
 */
export type BlobContent = ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>

export class BlobTooLargeError extends Error {
  override name = 'BlobTooLargeError'
}

export class BlobMissingError extends Error {
  override name = 'BlobMissingError'
}
