import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { type RenderToPipeableStreamOptions, renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { seconds } from '#app/lib/durations.ts'
import { nonceContext } from '#app/platform/config/app-settings.ts'
import { reportError } from '#app/platform/errors/report-error.server.ts'

/** The time that a deferred value may keep a response open, in milliseconds. */
export const streamTimeout = seconds(5)

/** Renders a page: to people as soon as its shell is ready, to crawlers when it is complete. */
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
  const answer = () => {
    const body = new PassThrough({ final: (done) => done(void clearTimeout(timer)) })
    resolve(new Response(createReadableStreamFromReadable(body), { headers, status: statusNow }))
    pipe(body)
  }
  const ready: keyof RenderToPipeableStreamOptions = isbot(request.headers.get('user-agent'))
    ? 'onAllReady'
    : 'onShellReady'
  const nonce = loadContext.get(nonceContext)
  const page = <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
  const { pipe, abort } = renderToPipeableStream(page, {
    nonce,
    // Keeps finished content in place. By default React streams large parts at the end, and without JavaScript they
    // never show.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    [ready]: answer,
    onShellError: reject,
    onError(error) {
      statusNow = 500
      reportError(error, request)
    },
  })
  const timer = setTimeout(abort, streamTimeout + seconds(1))
  return promise
}

/** Logs unexpected errors. Thrown 4xx responses and aborted requests are expected. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  reportError(error, request)
}
