import type { ResumableMetadata } from '../tables/resumable-uploads.ts'
import type { UploadFacts } from '../upload/upload-content.ts'
import { parseContentEncoding } from '../upload/upload-headers.ts'
import { parseUserMetadata } from '../upload/user-metadata.ts'

/** Returns the file's metadata from the header Upload-Metadata. */
export function toResumableFacts(said: ResumableMetadata): UploadFacts {
  const { contentType, cacheControl, contentEncoding, metadata } = said
  return {
    contentType: contentType || 'application/octet-stream',
    cacheControl: cacheControl ? `max-age=${cacheControl}` : 'no-cache',
    contentEncoding: parseContentEncoding(contentEncoding),
    userMetadata: metadata ? parseUserMetadata(metadata) : {},
  }
}
