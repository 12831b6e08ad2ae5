import type { Log } from '../log.ts'
import { ClientBusyError, QueueFullError } from './fair-queue.ts'

const INTERVAL_MS = 10_000

/**
 * Logs how many requests a queue has rejected, at most once in ten seconds, because overload must not fill the log. The
 * function that it returns takes any error, and returns true for those of a queue.
 */
export function createRejectionLog(log: Pick<Log, 'warn'>, message: string): (error: unknown) => boolean {
  let busyClients = 0
  let overloaded = 0
  let loggedAt = Number.NEGATIVE_INFINITY
  return (error) => {
    if (!(error instanceof ClientBusyError || error instanceof QueueFullError)) return false
    if (error instanceof ClientBusyError) busyClients += 1
    else overloaded += 1
    const time = performance.now()
    if (time - loggedAt < INTERVAL_MS) return true
    log.warn(message, { busyClients, overloaded })
    loggedAt = time
    busyClients = 0
    overloaded = 0
    return true
  }
}
