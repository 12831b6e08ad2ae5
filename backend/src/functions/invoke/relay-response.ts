import type { FunctionResponse } from '../runtimes/function-call.ts'

/** The limits of a response that is being sent. */
export interface RelayOptions {
  /** The time until the end of the response. */
  timeoutMs: number
  /** Called when the client is gone or the time is up. */
  abort(reason: unknown): void
  /** Called when the stream of the handler fails or takes too long. Returns true if it has closed the connection. */
  fail(error: unknown): boolean
}

/**
 * Headers about the connection, which the HTTP server sets itself. A handler may copy them from another response. If
 * that one was compressed, its content-length is too short, and the client would take the rest of the body for the next
 * response.
 */
const CONNECTION_HEADERS = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding', 'upgrade'])
/** Types that browsers run as pages of the site's origin. */
const HTML = /^text\/html\b/i

/**
 * Passes on the response of a function. Bodies are piped as they arrive. HTML from GET becomes plain text, so that no
 * function serves pages from the origin of the site (functions 2.9).
 */
export function relayResponse(response: FunctionResponse, method: string, options: RelayOptions): FunctionResponse {
  const { body } = response
  const headers = response.headers.filter(([name]) => !CONNECTION_HEADERS.has(name))
  const isHead = method === 'HEAD'
  const sent = isHead || method === 'GET' ? blockHtml(headers) : headers
  if (!(body instanceof ReadableStream)) return { ...response, headers: sent, body: isHead ? null : body }
  if (isHead) void body.cancel()
  return { ...response, headers: sent, body: isHead ? null : pipe(body, options) }
}

function blockHtml(headers: FunctionResponse['headers']): FunctionResponse['headers'] {
  const type = headers.find(([name]) => name === 'content-type')?.[1] ?? ''
  if (!HTML.test(type)) return headers
  const others = headers.filter(([name]) => name !== 'content-type' && name !== 'x-content-type-options')
  return [...others, ['content-type', type.replace(HTML, 'text/plain')], ['x-content-type-options', 'nosniff']]
}

/** Ends the stream with an error when the time is up. */
function pipe(body: ReadableStream<Uint8Array>, { timeoutMs, abort, fail }: RelayOptions): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let timer: NodeJS.Timeout | undefined
  let isClosed: boolean | undefined
  const breakOff = (error: unknown) => {
    clearTimeout(timer)
    isClosed ??= fail(error)
    return isClosed
  }
  const end = (reason: unknown) => {
    clearTimeout(timer)
    // An aborted handler may fail, which is not reported.
    isClosed ??= false
    abort(reason)
    return reader.cancel(reason).catch(() => {})
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        timer = setTimeout(() => {
          const reason = new DOMException('The response took too long.', 'TimeoutError')
          if (!breakOff(reason)) controller.error(reason)
          void end(reason)
        }, timeoutMs)
        timer.unref()
      },
      async pull(controller) {
        const { done, value } = await reader.read().catch((error: unknown) => {
          if (!breakOff(error)) throw error
          return { done: true as const, value: undefined }
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
