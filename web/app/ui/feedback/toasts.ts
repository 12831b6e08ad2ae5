export type Toast = {
  id: number
  message: string
  /** An action in the toast, such as "Undo". */
  action?: { label: string; onPress: () => void }
}

/** How long a toast stays unless it is hovered or focused. */
export const TOAST_STAY_MS = 6000

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/**
 * Shows a short message at the bottom for `TOAST_STAY_MS`. Call it only from event handlers: the server has no toasts.
 */
export function showToast(message: string, action?: Toast['action']): void {
  lastId += 1
  publish([...toasts, { id: lastId, message, action }])
}

/** Removes a message. */
export function dismissToast(id: number): void {
  publish(toasts.filter((toast) => toast.id !== id))
}

/** For `useSyncExternalStore`. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function listToasts(): readonly Toast[] {
  return toasts
}

function publish(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
