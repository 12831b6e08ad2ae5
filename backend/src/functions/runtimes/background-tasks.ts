import { setTimeout as sleep } from 'node:timers/promises'

/** The promises that functions passed to `EdgeRuntime.waitUntil`. */
export interface BackgroundTasks {
  add(promise: Promise<unknown>): void
  /** Resolves when all have settled, or after the timeout. */
  drain(timeoutMs: number): Promise<void>
}

export function createBackgroundTasks(onError: (error: unknown) => void): BackgroundTasks {
  const pending = new Set<Promise<void>>()
  return {
    add(promise) {
      const settled = Promise.resolve(promise)
        .then(() => undefined, onError)
        .finally(() => pending.delete(settled))
      pending.add(settled)
    },
    async drain(timeoutMs) {
      const timer = new AbortController()
      const late = sleep(timeoutMs, 'late', { signal: timer.signal }).catch(() => 'late')
      while (pending.size > 0) {
        if ((await Promise.race([Promise.all(pending), late])) === 'late') break
      }
      timer.abort()
    },
  }
}
