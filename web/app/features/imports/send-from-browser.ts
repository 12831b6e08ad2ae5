import { href } from 'react-router'
import { sendPicture, UploadError } from '#app/features/media/upload/photo-upload-client.ts'
import { withBase } from '#app/platform/config/app-config.ts'
import type { SendOne } from './send-photos.ts'

/** Creates the function that sends the photos of an import from the browser. */
export function createPhotoSender(importId: string, signal: AbortSignal): SendOne {
  return async ({ number, isPicture }, photo) => {
    const query = new URLSearchParams({ import: importId, number: String(number), ...(isPicture && { picture: '1' }) })
    try {
      await sendPicture(`${withBase(href('/submit/photos'))}?${query}`, photo, { signal, onProgress: () => undefined })
      return undefined
    } catch (error) {
      if (error instanceof UploadError && error.reason === 'rejected') return error.message
      throw error
    }
  }
}
