import { useEffect, useRef } from 'react'
import type { IntentResponse } from '#app/lib/intent-form.ts'
import { dismissToast, showFailure, showToast } from '#app/ui/feedback/toasts.ts'

/**
 * Returns `showToast` for a change that shows before the server has answered. If the response rejects the change, the
 * reason replaces the message.
 */
export function useEarlyToast(response: IntentResponse | undefined): typeof showToast {
  const shown = useRef<number>(undefined)
  useEffect(() => {
    if (!response?.rejection) return
    if (shown.current !== undefined) dismissToast(shown.current)
    showFailure(response.rejection.message ?? 'Not saved. Please reload the page and try again.')
  }, [response])
  return (...toast) => {
    shown.current = showToast(...toast)
    return shown.current
  }
}
