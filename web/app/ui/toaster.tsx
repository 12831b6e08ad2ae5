import Check from 'lucide-react/icons/check'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { dismissToast, listToasts, subscribeToToasts, type Toast } from './toasts.ts'

const stayMs = 6000
const none: readonly Toast[] = []

/** Where toasts appear; once in the document, also while there is none, so that screen readers listen. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, listToasts, () => none)
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

/** Stays while the pointer or the focus is on it, then counts anew. */
function ToastLine({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissToast(toast.id), stayMs)
    return () => clearTimeout(timer)
  }, [held, toast.id])
  const { message, action } = toast
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hover and focus only hold the clock.
    <div
      className="toast"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Check />
      <span>{message}</span>
      {action && (
        <button
          type="button"
          className="toast-action"
          onClick={() => {
            dismissToast(toast.id)
            action.onPress()
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  )
}
