import { existsSync, readFileSync } from 'node:fs'
import { type ResolveHookContext, registerHooks } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'

/** The parameter of a module's URL that makes Node load it again. */
export const RELOAD_PARAMETER = 'load'

const NPM = /^npm:\/?((?:@[^/@]+\/)?[^/@]+)(?:@[^/]+)?(\/.*)?$/
const FUNCTION_FILE = /^file:.*\/functions\//
const DenoConfig = v.object({ imports: v.optional(v.record(v.string(), v.string()), {}) })

let isRegistered = false

/**
 * Makes Node resolve the imports of functions: `npm:` specifiers from `node_modules`, bare names through `imports` of
 * the nearest `deno.json`. Files imported by a reloaded module are loaded again too.
 */
export function registerModuleHooks(): void {
  if (isRegistered) return
  isRegistered = true
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const parent = context.parentURL ?? ''
      if (!parent.includes(`?${RELOAD_PARAMETER}=`) || !FUNCTION_FILE.test(parent))
        return nextResolve(specifier, context)
      const target = mapImport(specifier, parent)
      const name = toPackageName(target.specifier)
      if (name !== undefined) return resolvePackage(name, context, nextResolve)
      const resolved = nextResolve(target.specifier, { ...context, parentURL: target.parent })
      return FUNCTION_FILE.test(resolved.url) && !resolved.url.includes('/node_modules/')
        ? { ...resolved, url: `${resolved.url}${new URL(parent).search}` }
        : resolved
    },
  })
}

/** Resolves a package from the folders above the function, then from those above the backend. */
function resolvePackage(
  name: string,
  context: ResolveHookContext,
  nextResolve: (specifier: string, context: Partial<ResolveHookContext>) => { url: string },
): { url: string } {
  try {
    return nextResolve(name, context)
  } catch {
    return nextResolve(name, { ...context, parentURL: import.meta.url })
  }
}

function toPackageName(specifier: string): string | undefined {
  const [, name, path = ''] = NPM.exec(specifier) ?? []
  return name === undefined ? undefined : name + path
}

/** Applies the `imports` of `deno.json`. A key that ends with a slash is a prefix. The longest key wins. */
function mapImport(specifier: string, parent: string): { specifier: string; parent: string } {
  const config = findDenoConfig(dirname(fileURLToPath(parent)))
  const keys = Object.keys(config?.imports ?? {}).filter(
    (key) => key === specifier || (key.endsWith('/') && specifier.startsWith(key)),
  )
  const [key] = keys.sort((a, b) => b.length - a.length)
  if (!config || key === undefined) return { specifier, parent }
  return { specifier: `${config.imports[key]}${specifier.slice(key.length)}`, parent: config.url }
}

/** Returns the nearest `deno.json` up to the folder `functions`. */
function findDenoConfig(folder: string): { url: string; imports: Record<string, string> } | undefined {
  const file = join(folder, 'deno.json')
  if (existsSync(file)) {
    const { imports } = v.parse(DenoConfig, JSON.parse(readFileSync(file, 'utf8')))
    return { url: new URL(`file://${file}`).href, imports }
  }
  return folder.endsWith('/functions') || dirname(folder) === folder ? undefined : findDenoConfig(dirname(folder))
}
