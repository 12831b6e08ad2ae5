import type { FormRejection } from '#app/lib/form-result.ts'
import { showFailure } from '#app/ui/feedback/toasts.ts'

/** Shows why a form was rejected that has no place for it. */
export function showRejection({ message, fieldErrors }: FormRejection): void {
  // A lost response has its own message, see `keepFormMiddleware`.
  if (message === undefined && Object.keys(fieldErrors).length === 0) return
  showFailure(message ?? 'Not saved. Please reload the page and try again.')
}
