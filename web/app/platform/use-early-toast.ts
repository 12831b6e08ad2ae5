import { useEffect, useRef } from 'react'
import type { IntentResponse } from '#app/lib/intent-form.ts'
import { dismissToast, showToast } from '#app/ui/feedback/toasts.ts'
import { showRejection } from './undo/show-rejection.ts'

/**
 * Returns `showToast` for a change that shows before the server has answered. If the response rejects the change, the
 * reason replaces the message. For buttons, which have no place for it.
 */
export function useEarlyToast(response: IntentResponse | undefined): typeof showToast {
  const shown = useRef<number>(undefined)
  useEffect(() => {
    if (!response?.rejection) return
    if (shown.current !== undefined) dismissToast(shown.current)
    showRejection(response.rejection)
  }, [response])
  return (...toast) => {
    shown.current = showToast(...toast)
    return shown.current
  }
}
