import { vi } from 'vitest'

/** The timeout of a wait. Every wait is much shorter, except on a busy machine. */
const TIMEOUT_MS = 30_000

const KEY = Symbol.for('patient waits')
const waits = vi as typeof vi & { [KEY]?: true }

/**
 * The set-up of every test file. `vi.waitFor` and `vi.waitUntil` give up after a second, which is too short on a busy
 * machine, and Vitest has no setting for it.
 */
if (!waits[KEY]) {
  waits[KEY] = true
  const { waitFor, waitUntil } = vi
  vi.waitFor = (check, options) => waitFor(check, withTimeout(options))
  vi.waitUntil = (check, options) => waitUntil(check, withTimeout(options))
}

function withTimeout(options: number | { timeout?: number; interval?: number } = {}) {
  return typeof options === 'number' ? options : { timeout: TIMEOUT_MS, ...options }
}
