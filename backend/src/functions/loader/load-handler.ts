import { pathToFileURL } from 'node:url'
import { defineDenoGlobals } from './deno-globals.ts'
import { type FunctionScope, type Handler, runInScope } from './function-scope.ts'
import { importModule } from './import-module.ts'
import { acceptLazyRequests } from './lazy-request.ts'
import { RELOAD_PARAMETER, registerModuleHooks } from './module-hooks.ts'

let loads = 0

/**
 * Imports the module of a function, again on each call, and returns its handler: that of `Deno.serve`, else `fetch` of
 * the default export.
 */
export async function loadHandler(file: string, scope: Omit<FunctionScope, 'register'>): Promise<Handler> {
  registerModuleHooks()
  defineDenoGlobals()
  acceptLazyRequests()
  loads += 1
  const url = pathToFileURL(file)
  url.searchParams.set(RELOAD_PARAMETER, String(loads))
  let served: Handler | undefined
  const register = (handler: Handler) => {
    served = handler
  }
  const loaded = await runInScope({ ...scope, register }, () => importModule(url.href))
  const handler = served ?? findDefault(loaded.default)
  if (!handler) throw new Error('The module neither calls Deno.serve nor exports an object with fetch as default.')
  return handler
}

function findDefault(exported: unknown): Handler | undefined {
  if (typeof exported !== 'object' || exported === null || !('fetch' in exported)) return undefined
  const { fetch } = exported
  return typeof fetch === 'function' ? (request, info) => fetch.call(exported, request, info) : undefined
}
