import type { DataStrategyResult } from 'react-router'
import { withoutBase } from '#app/platform/config/app-config.ts'
import { NOT_SAVED } from '#app/platform/errors/failed-save/lost-response.ts'
import { isOffline } from '#app/platform/http/is-offline.ts'
import type { ClientMiddleware } from '#app/platform/navigation/client-middleware.ts'
import { findRouter } from '#app/platform/navigation/router-state.ts'
import { dismissFailures, showFailure } from '#app/ui/feedback/toasts.ts'
import { addQueuedSave, keepQueuedSavesOf } from './queued-saves.ts'
import { sendQueuedSaves } from './send-saves.ts'

/** Forms that may be sent late and twice: they say whether the spot is on the list. */
const QUEUED_INTENTS = ['mark', 'save', 'set-list']

/** Returns the middleware that queues the saves of a member who is offline. Runs around `keepFormMiddleware`. */
export function createSaveQueue(member: string): ClientMiddleware {
  return async ({ request }, next) => {
    if (request.method !== 'POST' || !isOffline()) return next()
    const sent = request.clone()
    const results = await next()
    if (!Object.values(results).some(isLost)) return results
    const fields = listTexts(await sent.formData())
    if (!fields.some(([name, value]) => name === 'intent' && QUEUED_INTENTS.includes(value))) return results
    const { pathname, search } = new URL(sent.url)
    if (!addQueuedSave(member, { action: withoutBase(pathname) + search, fields, failures: 0 })) return results
    dismissFailures()
    showFailure('You are offline. This will be saved when you are back online.')
    return results
  }
}

/**
 * Sends the queued saves of a member now and each time the network is back, and deletes those of other members.
 * Returns the function that stops it.
 */
export function sendWhenOnline(member: string): () => void {
  keepQueuedSavesOf(member)
  const send = () => {
    const router = findRouter()
    if (router) void sendQueuedSaves(router, member)
  }
  send()
  window.addEventListener('online', send)
  return () => window.removeEventListener('online', send)
}

/** Returns true for the result that replaces the response of a failed form. */
function isLost({ result }: DataStrategyResult): boolean {
  const { init } = (result ?? {}) as { init?: ResponseInit | null }
  return init?.status === NOT_SAVED
}

function listTexts(form: FormData): [string, string][] {
  return [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
}
