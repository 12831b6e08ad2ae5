import type { ResumableMetadata } from '../tables/resumable-uploads.ts'
import type { UploadFacts } from '../upload/upload-content.ts'
import { parseUserMetadata } from '../upload/user-metadata.ts'

/** What the Upload-Metadata of a resumable upload says of its file. */
export function toResumableFacts({ contentType, cacheControl, metadata }: ResumableMetadata): UploadFacts {
  return {
    contentType: contentType || 'application/octet-stream',
    cacheControl: cacheControl ? `max-age=${cacheControl}` : 'no-cache',
    userMetadata: metadata ? parseUserMetadata(metadata) : {},
  }
}
