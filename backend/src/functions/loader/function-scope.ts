import { AsyncLocalStorage } from 'node:async_hooks'

/** The second argument of handlers. The address of the client is in the request's headers. */
export interface HandlerInfo {
  remoteAddr: { transport: 'tcp'; hostname: string; port: number }
}

/** Handles a request, as the handlers of Deno do. */
export type Handler = (request: Request, info: HandlerInfo) => Response | Promise<Response>

/** The surroundings of the code of a function, while its module loads or during one call. */
export interface FunctionScope {
  /** The environment variables of the function, for `Deno.env`. */
  environment: Record<string, string>
  /** The folder of all functions, whose files `Deno.readFile` reads. */
  folder: string
  /** Called by `Deno.serve`. */
  register(handler: Handler): void
  /** Called by `EdgeRuntime.waitUntil`. */
  waitUntil(promise: Promise<unknown>): void
  /** Called with an error that no code catches. */
  fail(error: unknown): void
}

const scopes = new AsyncLocalStorage<FunctionScope>()

/** Runs code of a function. Its timers and promises keep the scope. */
export function runInScope<Result>(scope: FunctionScope, run: () => Result): Result {
  return scopes.run(scope, run)
}

/** Returns the scope of the running code if it belongs to a function. */
export function findFunctionScope(): FunctionScope | undefined {
  return scopes.getStore()
}
