export type Toast = {
  id: number
  message: string
  /** An action in the toast, such as "Undo". */
  action?: { label: string; onPress: () => void }
  /** A failure stays until it is dismissed. */
  isFailure?: boolean
}

/** The time that a toast stays unless it is hovered or focused. */
export const TOAST_STAY_MS = 6000

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/**
 * Shows a short message at the bottom for `TOAST_STAY_MS`, and returns its id. Call it only from event handlers: the
 * server has no toasts.
 */
export function showToast(message: string, action?: Toast['action']): number {
  lastId += 1
  publish([...toasts, { id: lastId, message, action }])
  return lastId
}

/** Shows that something failed, until it is dismissed or tried again. */
export function showFailure(message: string): void {
  lastId += 1
  publish([...toasts, { id: lastId, message, action: { label: 'Dismiss', onPress: () => undefined }, isFailure: true }])
}

/** Removes all failure messages. */
export function dismissFailures(): void {
  if (toasts.some(({ isFailure }) => isFailure)) publish(toasts.filter(({ isFailure }) => !isFailure))
}

/** Removes a message. */
export function dismissToast(id: number): void {
  publish(toasts.filter((toast) => toast.id !== id))
}

/** Calls the listener after each change, for `useSyncExternalStore`. */
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
