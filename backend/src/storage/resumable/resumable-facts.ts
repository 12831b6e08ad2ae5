import type { ResumableMetadata } from '../tables/resumable-uploads.ts'
import type { UploadFacts } from '../upload/upload-content.ts'
import { parseContentEncoding } from '../upload/upload-headers.ts'
import { parseUserMetadata } from '../upload/user-metadata.ts'

/** What the Upload-Metadata of a resumable upload says of its file. */
export function toResumableFacts(said: ResumableMetadata): UploadFacts {
  const { contentType, cacheControl, contentEncoding, metadata } = said
  return {
    contentType: contentType || 'application/octet-stream',
    cacheControl: cacheControl ? `max-age=${cacheControl}` : 'no-cache',
    contentEncoding: parseContentEncoding(contentEncoding),
    userMetadata: metadata ? parseUserMetadata(metadata) : {},
  }
}
