import { type FunctionScope, type Handler, type HandlerInfo, runInScope } from '../loader/function-scope.ts'
import { loadHandler } from '../loader/load-handler.ts'

/** Functions take the address of the client from headers. */
const INFO: HandlerInfo = { remoteAddr: { transport: 'tcp', hostname: '127.0.0.1', port: 0 } }

/** A function whose module has been imported. */
export interface LoadedFunction {
  /** Returns the response of the handler. Throws its error, also one thrown later by a timer of the call. */
  call(request: Request): Promise<Response>
}

type Surroundings = Omit<FunctionScope, 'register'>

/** Imports a function. Errors that no code catches go to `fail` when they belong to no open call. */
export async function loadFunction(file: string, surroundings: Surroundings): Promise<LoadedFunction> {
  const handler = await loadHandler(file, surroundings)
  return { call: (request) => callHandler(handler, request, surroundings) }
}

async function callHandler(handler: Handler, request: Request, surroundings: Surroundings): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  let isOpen = true
  const fail = (error: unknown) => (isOpen ? reject(error) : surroundings.fail(error))
  const scope = { ...surroundings, register: rejectLateHandler, fail }
  // Not awaited, because a handler that waits forever must not hide the error of a timer.
  runInScope(scope, async () => handler(request, INFO)).then(resolve, reject)
  try {
    return requireResponse(await promise)
  } finally {
    isOpen = false
  }
}

function rejectLateHandler(): void {
  throw new Error('Deno.serve must be called while the module loads.')
}

function requireResponse(response: unknown): Response {
  if (!(response instanceof Response)) throw new TypeError('The handler did not return a Response.')
  if (response.url === '') return response
  // fetch has decompressed the body, but Node's Response keeps the headers of the compressed one.
  const passed = new Response(response.body, response)
  passed.headers.delete('content-encoding')
  passed.headers.delete('content-length')
  return passed
}
