import { UploadError } from '#app/features/media/upload/photo-upload-client.ts'
import { describeDataError } from '#app/lib/describe-data-error.ts'

/** Returns why the places or photos of an import could not be sent. Everything that arrived stays on the server. */
export function describeSendingError(error: unknown): string {
  const reason = error instanceof UploadError ? error.message : describeDataError(error)
  return reason ?? 'The connection was lost. What was sent is kept.'
}
