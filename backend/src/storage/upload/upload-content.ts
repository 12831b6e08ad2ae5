import type { BlobSource } from '../blobs/blob-store.ts'
import type { Owner } from '../kernel/owner.ts'

/** The metadata that a client sends with a file. */
export interface UploadFacts {
  contentType: string
  cacheControl: string
  /** The content encoding, if any. */
  contentEncoding?: string | undefined
  userMetadata: Record<string, unknown>
}

/** A file that is being received. */
export interface Upload {
  /** Known before the body is read. */
  facts: UploadFacts
  /** The length of the whole body, if the client declared it. */
  declaredBytes: number | undefined
  content: BlobSource
  /** Known after the body is read, because a form may have fields after its file. */
  finish(): Promise<UploadFacts>
  /** Stops receiving, after a rejection. */
  abort(): void
}

/** The owner and mode of an upload. Signed URLs were authorised when signed, so their uploads are not tested again. */
export interface UploadTarget {
  isUpsert: boolean
  owner: Owner
  isAllowedBeforehand: boolean
}
