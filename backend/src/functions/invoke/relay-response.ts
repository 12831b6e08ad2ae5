/** What bounds a response that is being sent. */
export interface RelayOptions {
  /** The time until the end of the response. */
  timeoutMs: number
  /** Called when the client is gone or the time is up. */
  abort(reason: unknown): void
}

/** Types that browsers run as pages of the site's origin. */
const HTML = /^text\/html\b/i

/**
 * Passes on the response of a function. Bodies are piped as they come. HTML from GET becomes plain text, so that no
 * function serves pages from the origin of the site (functions 2.9).
 */
export function relayResponse(response: Response, method: string, { timeoutMs, abort }: RelayOptions): Response {
  const headers = new Headers(response.headers)
  if (isRead(method) && HTML.test(headers.get('content-type') ?? '')) {
    headers.set('content-type', (headers.get('content-type') ?? '').replace(HTML, 'text/plain'))
    headers.set('x-content-type-options', 'nosniff')
  }
  const { status, statusText, body } = response
  if (method === 'HEAD') void body?.cancel()
  const piped = body && method !== 'HEAD' ? pipe(body, timeoutMs, abort) : null
  return new Response(piped, { status, statusText, headers })
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Ends the stream with an error when the time is up. */
function pipe(
  body: ReadableStream<Uint8Array>,
  timeoutMs: number,
  abort: RelayOptions['abort'],
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let timer: NodeJS.Timeout | undefined
  const end = (reason: unknown) => {
    clearTimeout(timer)
    abort(reason)
    return reader.cancel(reason).catch(() => {})
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        timer = setTimeout(() => {
          const reason = new DOMException('The response took too long.', 'TimeoutError')
          controller.error(reason)
          void end(reason)
        }, timeoutMs)
        timer.unref()
      },
      async pull(controller) {
        const { done, value } = await reader.read().catch((error: unknown) => {
          clearTimeout(timer)
          throw error
        })
        if (!done) return controller.enqueue(value)
        clearTimeout(timer)
        controller.close()
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}
