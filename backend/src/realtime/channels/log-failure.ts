import type { Hub } from './hub.ts'

/**
 * Logs a failure of the service, except while it closes, when work in progress may find its connections closed.
 */
export function logFailure(hub: Hub, message: string, details: Record<string, unknown>): void {
  if (!hub.isClosing) hub.log.error(message, details)
}
