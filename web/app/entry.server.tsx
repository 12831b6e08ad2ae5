import { PassThrough, Writable } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { seconds } from '#app/lib/durations.ts'
import { nonceContext } from '#app/platform/config/app-settings.ts'
import { NonceContext } from '#app/platform/early-input/early-input-script.tsx'
import { reportError } from '#app/platform/errors/report-error.server.ts'
import { findEndOfSession } from '#app/platform/session/session.server.ts'

/** The time that a deferred value may keep a response open, in milliseconds. */
export const streamTimeout = seconds(5)

/**
 * The time that the rest of a page may take after its shell, in milliseconds. Most pages are complete by then, and a
 * complete page costs less CPU time than a stream.
 */
const WHOLE_PAGE_WAIT_MS = 10

/**
 * Renders a page. Sends it in one piece when it is complete soon after its shell, and otherwise streams it. Crawlers
 * always get complete pages.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
) {
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  let statusNow = status
  let waiting: NodeJS.Timeout | undefined
  let isStreaming = false
  const stream = () => {
    isStreaming = true
    const body = new PassThrough({ final: (done) => done(void clearTimeout(timer)) })
    resolve(new Response(createReadableStreamFromReadable(body), { headers, status: statusNow }))
    pipe(body)
  }
  const sendWhole = () => {
    clearTimeout(waiting)
    if (isStreaming) return
    const body = collectBytes((bytes) => {
      clearTimeout(timer)
      headers.set('content-length', String(bytes.length))
      resolve(new Response(bytes, { headers, status: statusNow }))
    })
    pipe(body)
  }
  const nonce = loadContext.get(nonceContext)
  const page = (
    <NonceContext value={nonce}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </NonceContext>
  )
  const { pipe, abort } = renderToPipeableStream(page, {
    nonce,
    // Keeps finished content in place. By default React streams large parts at the end, and without JavaScript they
    // never show.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onShellReady() {
      if (!isbot(request.headers.get('user-agent'))) waiting = setTimeout(stream, WHOLE_PAGE_WAIT_MS)
    },
    onAllReady: sendWhole,
    onShellError: reject,
    onError(error) {
      statusNow = 500
      reportError(error, request)
    },
  })
  const timer = setTimeout(abort, streamTimeout + seconds(1))
  return promise
}

/** Returns a stream that passes on everything written to it in one piece. */
function collectBytes(use: (bytes: Uint8Array<ArrayBuffer>) => void): Writable {
  const chunks: Uint8Array[] = []
  return new Writable({
    // React writes without waiting.
    highWaterMark: Number.MAX_SAFE_INTEGER,
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
    final(done) {
      use(Buffer.concat(chunks))
      done()
    },
  })
}

/** Logs unexpected errors. Thrown 4xx responses, aborted requests and ended sessions are expected. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  if (findEndOfSession(context, request) !== undefined) return
  reportError(error, request)
}
