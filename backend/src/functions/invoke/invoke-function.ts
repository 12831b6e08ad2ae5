import { ServerResponse } from 'node:http'
import type { Connection } from '../../http/buffered-response.ts'
import type { Log } from '../../http/log.ts'
import { functionNotFound, methodNotAllowed, nameMissing, responseTimedOut } from '../errors.ts'
import type { Project } from '../project/project.ts'
import { type CallAbort, createCallAbort } from '../runtimes/call-abort.ts'
import type { FunctionResponse } from '../runtimes/function-call.ts'
import type { Runtime } from '../runtimes/runtime.ts'
import type { FunctionsSettings } from '../settings.ts'
import { limitBody } from './limited-body.ts'
import { relayResponse } from './relay-response.ts'
import type { VerifyJwt } from './verify-jwt.ts'

const BASE_PATH = '/functions/v1'
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** The status recorded when the client disconnected before the response. */
const CLIENT_GONE = 499

export interface InvokeDependencies {
  project: Project
  runtime: Runtime
  verifyJwt: VerifyJwt
  settings: FunctionsSettings
  log: Log
}

/** Calls the function of a URL. Throws the errors of the platform in front of it (functions 2). */
export async function invokeFunction(
  request: Request,
  dependencies: InvokeDependencies,
  connection: Connection = {},
): Promise<FunctionResponse> {
  const { project, runtime, verifyJwt, settings } = dependencies
  const url = new URL(request.url)
  const { name, path } = parseFunctionPath(url.pathname)
  const source = project.find(name)
  if (!source) throw functionNotFound()
  const { method } = request
  if (!METHODS.includes(method)) throw methodNotAllowed()
  if (source.verifiesJwt && method !== 'OPTIONS') await verifyJwt(request.headers, method)

  const startedAt = performance.now()
  const { body, exceeded, drain } = await limitBody(request, connection, settings.bodyLimitBytes)
  const abort = createCallAbort()
  const answered = runtime.call(source, {
    method: method === 'HEAD' ? 'GET' : method,
    url: url.origin + path + url.search,
    listHeaders: () => [...request.headers],
    body,
    onAbort: abort.onAbort,
  })
  const response = await waitForHead(answered, { request, connection, exceeded, abort, settings }).catch(
    async (error: unknown) => {
      await drain()
      throw error
    },
  )
  // A handler that streams its response may still be reading.
  if (!(response.body instanceof ReadableStream)) await drain()
  const timeoutMs = Math.max(0, settings.streamTimeoutMs - (performance.now() - startedAt))
  const fail = (error: unknown) => {
    if (!isGone(request, connection)) {
      dependencies.log.error('the response of a function failed', { path: url.pathname, error })
    }
    return closeConnection(connection)
  }
  return relayResponse(response, method, { timeoutMs, abort: abort.abort, fail })
}

/** Returns true if the client has disconnected. The end of its stream is no failure then. */
function isGone(request: Request, { outgoing }: Connection): boolean {
  return outgoing instanceof ServerResponse ? outgoing.destroyed : request.signal.aborted
}

/**
 * Closes the connection, so that the client does not take the response for complete. The HTTP server would also print
 * the error. Returns false for a connection that it cannot close.
 */
function closeConnection({ outgoing }: Connection): boolean {
  if (!(outgoing instanceof ServerResponse)) return false
  outgoing.destroy()
  return true
}

/** Returns the name and the path that the handler sees: `/<name>/sub/path` (functions 2.4). Nothing is decoded. */
function parseFunctionPath(pathname: string): { name: string; path: string } {
  const path = pathname.slice(BASE_PATH.length)
  const [, name = ''] = path.split('/', 2)
  if (name === '') throw nameMissing()
  return { name, path }
}

interface Waiting {
  request: Request
  connection: Connection
  exceeded: Promise<never>
  abort: CallAbort
  settings: FunctionsSettings
}

/** Waits for the head of the response, unless the body is too large, the time is up or the client disconnects. */
async function waitForHead(answered: Promise<FunctionResponse>, waiting: Waiting): Promise<FunctionResponse> {
  const { request, connection, exceeded, abort, settings } = waiting
  const { promise, resolve, reject } = Promise.withResolvers<FunctionResponse>()
  // The client may also disconnect after the head, while the response is being sent.
  onClientGone(request, connection, (reason) => {
    abort.abort(reason)
    resolve({ status: CLIENT_GONE, statusText: '', headers: [], body: null })
  })
  const timer = setTimeout(() => {
    const error = responseTimedOut()
    reject(error)
    abort.abort(error)
  }, settings.responseTimeoutMs)
  answered.then(resolve, reject)
  exceeded.catch(reject)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The connection reports the end of the client more cheaply than the signal of the request, which is built on demand.
 */
function onClientGone(request: Request, { outgoing }: Connection, listener: (reason: unknown) => void): void {
  if (outgoing instanceof ServerResponse) {
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) listener(new DOMException('The client disconnected.', 'AbortError'))
    })
    return
  }
  const { signal } = request
  signal.addEventListener('abort', () => listener(signal.reason))
}
