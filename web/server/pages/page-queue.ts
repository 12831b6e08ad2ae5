import { AsyncLocalStorage } from 'node:async_hooks'
import { ClientBusyError, createFairQueue, QueueFullError } from 'backend/http/connections/fair-queue'
import { toNetwork } from 'backend/http/connections/network'
import { RETRY_AFTER_SECONDS, renderBusyPage } from './busy-page.ts'
import type { PageLimits } from './page-limits.ts'

type Handler = (request: Request) => Promise<Response>
/** Handles a request when it is its turn. */
export type Enqueue = (request: Request, handle: Handler) => Promise<Response>

/** The state of a request in progress. */
const scope = new AsyncLocalStorage<{ isOverloaded: boolean }>()

/** Passes on the backend's responses to pages, and flags requests whose calls were rejected because of overload. */
export async function recordOverload(answer: Promise<Response>): Promise<Response> {
  const response = await answer
  const page = scope.getStore()
  if (page && response.status === 503) page.isOverloaded = true
  return response
}

/**
 * Creates a queue that serves the requests of many clients in turn. Responds with 429 to a client that sends more
 * than its share, and with 503 when too many clients wait or the backend was overloaded.
 */
export function createPageQueue(limits: PageLimits): Enqueue {
  const queue = createFairQueue(limits)
  const answer: Enqueue = async (request, handle) => {
    const page = { isOverloaded: false }
    try {
      const response = await scope.run(page, () => handle(request))
      if (response.status !== 500 || !page.isOverloaded) return response
      // The error page of a form offers to send it again.
      return request.method === 'POST' ? asOverloaded(response) : await renderBusyPage(request, 503)
    } catch (error) {
      if (page.isOverloaded) return await renderBusyPage(request, 503)
      throw error
    }
  }
  return async (request, handle) => {
    try {
      const end = await queue.enter(toNetwork(request.headers.get('x-forwarded-for') ?? ''))
      return await answer(request, handle).finally(end)
    } catch (error) {
      if (error instanceof ClientBusyError) return await renderBusyPage(request, 429)
      if (error instanceof QueueFullError) return await renderBusyPage(request, 503)
      throw error
    }
  }
}

/** Returns an error page with the status of overload. */
function asOverloaded({ body, headers }: Response): Response {
  const overloaded = new Headers(headers)
  overloaded.set('retry-after', String(RETRY_AFTER_SECONDS))
  return new Response(body, { status: 503, headers: overloaded })
}
