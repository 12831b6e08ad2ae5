import { useEffect } from 'react'
import { dismissToast, TOAST_STAY_MS, type Toast } from './toasts.ts'

/** Toasts without dependencies, shown if the toast library cannot be loaded. */
export function PlainToasts({ toasts }: { toasts: readonly Toast[] }) {
  return (
    <div className="toasts">
      {toasts.map((toast) => (
        <PlainToast key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function PlainToast({ toast: { id, message, action, isFailure } }: { toast: Toast }) {
  useEffect(() => {
    if (isFailure) return
    const timer = setTimeout(() => dismissToast(id), TOAST_STAY_MS)
    return () => clearTimeout(timer)
  }, [id, isFailure])
  return (
    <div className="toast">
      {message}
      {action && (
        <button
          type="button"
          className="toast-action"
          onClick={() => {
            dismissToast(id)
            action.onPress()
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  )
}
