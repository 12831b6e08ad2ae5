import { functionNotFound, methodNotAllowed, nameMissing, responseTimedOut } from '../errors.ts'
import type { Project } from '../project/project.ts'
import type { FunctionAnswer } from '../runtimes/function-call.ts'
import type { Runtime } from '../runtimes/runtime.ts'
import type { FunctionsSettings } from '../settings.ts'
import { limitBody } from './limited-body.ts'
import { relayAnswer } from './relay-answer.ts'
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
}

/** Calls the function of a URL. Throws the errors of the platform in front of it (functions 2). */
export async function invokeFunction(request: Request, dependencies: InvokeDependencies): Promise<FunctionAnswer> {
  const { project, runtime, verifyJwt, settings } = dependencies
  const url = new URL(request.url)
  const { name, path } = parseFunctionPath(url.pathname)
  const source = project.find(name)
  if (!source) throw functionNotFound()
  const { method, headers } = request
  if (!METHODS.includes(method)) throw methodNotAllowed()
  if (source.verifiesJwt && method !== 'OPTIONS') await verifyJwt(headers, method)

  const startedAt = performance.now()
  const { body, exceeded } = await limitBody(request, settings.bodyLimitBytes)
  const abort = new AbortController()
  const answered = runtime.call(source, {
    method: method === 'HEAD' ? 'GET' : method,
    url: url.origin + path + url.search,
    headers,
    body,
    signal: abort.signal,
  })
  const answer = await waitForHead(answered, { request, exceeded, abort, settings })
  const timeoutMs = Math.max(0, settings.streamTimeoutMs - (performance.now() - startedAt))
  return relayAnswer(answer, method, { timeoutMs, abort: (reason) => abort.abort(reason) })
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
  exceeded: Promise<never>
  abort: AbortController
  settings: FunctionsSettings
}

/** Waits for the head of the response, unless the body is too large, the time is up or the client leaves. */
async function waitForHead(answered: Promise<FunctionAnswer>, waiting: Waiting): Promise<FunctionAnswer> {
  const { request, exceeded, abort, settings } = waiting
  const { promise, resolve, reject } = Promise.withResolvers<FunctionAnswer>()
  // The signal also aborts after the head, while the response is being sent.
  request.signal.addEventListener('abort', () => {
    abort.abort(request.signal.reason)
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
