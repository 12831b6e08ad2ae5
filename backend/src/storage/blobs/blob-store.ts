import type { ByteRange } from './byte-range.ts'

const VERSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a text may be the address of a blob. */
export function isVersion(text: string): boolean {
  return VERSION.test(text)
}

/** What is known of a blob once it is complete. */
export interface StoredBlob {
  size: number
  /** A digest of the content in quotes, as it goes over the wire. */
  etag: string
}

/** What a blob is made of. */
export interface BlobSource extends AsyncIterable<Uint8Array> {
  /** Takes a chunk back that has been written: nobody may look at it any more. */
  release?(chunk: Uint8Array): void
}

/** Keeps contents by version alone: a version is a new UUID each time something is written, so nothing is ever replaced. */
export interface BlobStore {
  /**
   * Writes a blob. Complete or not there at all: a blob that fails half way leaves nothing to be read. Stops reading and
   * throws what `limitBytes` exceeded gives ({@link BlobTooLargeError}) or what the source throws.
   */
  put(version: string, content: BlobSource, limitBytes: number): Promise<StoredBlob>
  /** Opens a blob, or a part of it; throws {@link BlobMissingError} before anything is read. */
  open(version: string, range?: ByteRange): Promise<BlobContent>
  /** Gives a blob a second version without moving bytes; throws {@link BlobMissingError}. */
  copy(from: string, to: string): Promise<void>
  /** Removes a blob; a blob that is not there is no error. */
  delete(version: string): Promise<void>
  /** Versions of complete blobs that were written before this time. */
  listOlderThan(time: Date): AsyncIterable<string>
  /** Removes what was left unfinished before this time. */
  deleteUnfinished(time: Date): Promise<void>
  /** Throws when blobs can be neither written nor read. */
  check(): Promise<void>
}

/** A small content comes whole, so that nothing stays open when nobody reads it; both make the body of a Response. */
export type BlobContent = ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>

export class BlobTooLargeError extends Error {
  override name = 'BlobTooLargeError'
}

export class BlobMissingError extends Error {
  override name = 'BlobMissingError'
}
