import type { IntentResponse } from '#app/lib/intent-form.ts'
import { findRouter } from '../navigation/router-state.ts'
import { submitInBackground } from '../navigation/submit-in-background.ts'
import { showRejection } from './show-rejection.ts'

/**
 * Submits the form of an "Undo" in a toast, even after its component has left the page. Shows the reason if it is
 * rejected, and returns false then.
 */
export async function sendUndo(action: string, fields: Record<string, string>): Promise<boolean> {
  const router = findRouter()
  const response = router && (await submitInBackground<IntentResponse>(router, action, Object.entries(fields)))
  if (!response?.rejection) return true
  showRejection(response.rejection)
  return false
}
