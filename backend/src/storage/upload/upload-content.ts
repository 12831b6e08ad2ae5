import type { BlobSource } from '../blobs/blob-store.ts'
import type { Owner } from '../kernel/owner.ts'

/** What a client says of a file besides its bytes. */
export interface UploadFacts {
  contentType: string
  cacheControl: string
  /** How the bytes are encoded, when they are. */
  contentEncoding?: string | undefined
  userMetadata: Record<string, unknown>
}

/** A file that is being received. */
export interface Upload {
  /** What is known before the bytes are read. */
  facts: UploadFacts
  /** The length of the whole body, when the client told it. */
  declaredBytes: number | undefined
  content: BlobSource
  /** What is known once the bytes are read: a form may hold fields behind its file. */
  finish(): Promise<UploadFacts>
  /** Stops receiving, for a client that has been refused. */
  abort(): void
}

/** Who may write where. A signed URL was allowed when it was signed, so its upload is not tested again. */
export interface UploadTarget {
  isUpsert: boolean
  owner: Owner
  isAllowedBeforehand: boolean
}
