import { dirname } from 'node:path'
import { type FunctionScope, type Handler, type HandlerInfo, runInScope } from '../loader/function-scope.ts'
import { createLazyRequest } from '../loader/lazy-request.ts'
import { loadHandler } from '../loader/load-handler.ts'
import type { FunctionCall, FunctionResponse } from './function-call.ts'
import { shortenBody } from './short-body.ts'

/** Functions take the address of the client from headers. */
const INFO: HandlerInfo = { remoteAddr: { transport: 'tcp', hostname: '127.0.0.1', port: 0 } }

/** A function whose module has been imported. */
export interface LoadedFunction {
  /** Returns the response of the handler. Throws its error, or one thrown later by a timer of the call. */
  call(call: FunctionCall): Promise<FunctionResponse>
}

type Surroundings = Omit<FunctionScope, 'register'>

/** Imports a function. Errors that no code catches go to `fail` when they belong to no open call. */
export async function loadFunction(file: string, given: Omit<Surroundings, 'folder'>): Promise<LoadedFunction> {
  const surroundings = { ...given, folder: dirname(dirname(file)) }
  const handler = await loadHandler(file, surroundings)
  return { call: (call) => callHandler(handler, call, surroundings) }
}

async function callHandler(
  handler: Handler,
  call: FunctionCall,
  surroundings: Surroundings,
): Promise<FunctionResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  let isOpen = true
  const fail = (error: unknown) => (isOpen ? reject(error) : surroundings.fail(error))
  const scope = { ...surroundings, register: rejectLateHandler, fail }
  // Not awaited, because a handler that waits forever must not hide the error of a timer.
  runInScope(scope, async () => handler(createRequest(call, scope), INFO)).then(resolve, reject)
  try {
    return await toAnswer(requireResponse(await promise), scope)
  } finally {
    isOpen = false
  }
}

/** Listeners of the signal run in the scope of the caller that aborts it. */
function createRequest({ onAbort, listHeaders, ...source }: FunctionCall, scope: FunctionScope): Request {
  const createSignal = () => {
    const abort = new AbortController()
    onAbort((reason) => runInScope(scope, () => abort.abort(reason)))
    return abort.signal
  }
  return createLazyRequest({ ...source, createHeaders: () => new Headers(listHeaders()), createSignal })
}

async function toAnswer(response: Response, scope: FunctionScope): Promise<FunctionResponse> {
  const { status, statusText, headers } = response
  const body = await runInScope(scope, () => shortenBody(response.body))
  const kept = body instanceof ReadableStream ? keepScope(body, scope) : body
  return { status, statusText, headers: [...headers], body: kept }
}

/** Runs the code of a handler's stream in the handler's scope. Otherwise it would run in the scope of its reader. */
function keepScope(body: ReadableStream<Uint8Array>, scope: FunctionScope): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await runInScope(scope, () => reader.read())
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => runInScope(scope, () => reader.cancel(reason)),
    },
    { highWaterMark: 0 },
  )
}

function rejectLateHandler(): void {
  throw new Error('Deno.serve must be called while the module loads.')
}

function requireResponse(response: unknown): Response {
  if (!(response instanceof Response)) throw new TypeError('The handler did not return a Response.')
  // Its status is 0, which HTTP cannot carry.
  if (response.type === 'error') throw new TypeError('The handler returned a network error.')
  return response
}
