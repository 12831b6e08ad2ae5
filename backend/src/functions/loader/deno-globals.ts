import { type FunctionScope, findFunctionScope, type Handler } from './function-scope.ts'
import { readFunctionFile } from './read-file.ts'

/** Creates the part of the Deno API that functions may use here and on hosted projects (functions 3). */
function createDeno({ register, environment, folder }: FunctionScope) {
  return {
    serve(first: Handler | { handler?: Handler }, second?: Handler) {
      const handler = typeof first === 'function' ? first : (second ?? first.handler)
      if (typeof handler !== 'function') throw new TypeError('Deno.serve needs a handler.')
      register(handler)
    },
    readFile: (path: string | URL) => readFunctionFile(folder, path),
    env: {
      get: (name: string) => (Object.hasOwn(environment, name) ? environment[name] : undefined),
      has: (name: string) => Object.hasOwn(environment, name),
      toObject: () => ({ ...environment }),
    },
  }
}

const created = new WeakMap<FunctionScope, unknown>()

function findDeno(): unknown {
  const scope = findFunctionScope()
  if (!scope) return undefined
  if (!created.has(scope)) created.set(scope, createDeno(scope))
  return created.get(scope)
}

/** Functions see `Deno` and `EdgeRuntime`; for other code of the process they are undefined. */
export function defineDenoGlobals(): void {
  if (Object.hasOwn(globalThis, 'EdgeRuntime')) return
  Object.defineProperty(globalThis, 'Deno', { get: findDeno, configurable: true })
  Object.defineProperty(globalThis, 'EdgeRuntime', { get: findFunctionScope, configurable: true })
}
