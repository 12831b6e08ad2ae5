/** Ends a call early. Unlike an AbortController, which takes a tenth of a short call, it costs nothing until it is used. */
export interface CallAbort {
  /** Only the first call has an effect. */
  abort(reason?: unknown): void
  /** Calls the listener with the reason once, at once if the call has been aborted. */
  onAbort(listener: (reason: unknown) => void): void
}

export function createCallAbort(): CallAbort {
  let aborted: { reason: unknown } | undefined
  let listeners: ((reason: unknown) => void)[] = []
  return {
    abort(reason) {
      if (aborted) return
      aborted = { reason }
      const notified = listeners
      listeners = []
      for (const listener of notified) listener(reason)
    },
    onAbort(listener) {
      if (aborted) listener(aborted.reason)
      else listeners.push(listener)
    },
  }
}
