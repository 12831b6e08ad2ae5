import type { Plugin } from 'vite'

/** A module of the build that imports chunks, and the call that does it. */
interface Importer {
  id: RegExp
  call: RegExp
  /** The replacement of the call, which goes through the app. `$1` is the expression that loads the chunk. */
  retried: string
}

/**
 * The importers: React Router loads the modules of screens, and Vite's helper everything that the app loads with
 * `import()`.
 */
const IMPORTERS: readonly Importer[] = [
  {
    id: /\/react-router\/dist\/.*\/lib\/dom\/ssr\/routeModules\.js$/,
    call: /await (import\(\s*(?:\/\*[^*]*\*\/\s*)*route\.module\s*\))/,
    retried: 'await (window.importWithRetry ? window.importWithRetry(() => $1) : $1)',
  },
  {
    id: /^\0vite\/preload-helper\.js$/,
    call: /return (baseModule)\(\)\.catch/,
    retried: 'return (window.importWithRetry ? window.importWithRetry($1) : $1()).catch',
  },
]

/** Lets the app retry dynamic imports that fail to load: see web/app/platform/builds/import-retry.ts. */
export function importRetryPlugin(): Plugin {
  const found = new Set<Importer>()
  return {
    name: 'import-retry',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      const importer = findImporter(id)
      if (!importer) return undefined
      found.add(importer)
      return retryImportOf(code, importer)
    },
    generateBundle() {
      if (found.size < IMPORTERS.length) throw new Error(CHANGED)
    },
  }
}

const CHANGED = 'Chunks are imported in another way now: adapt web/tools/import-retry-plugin.ts.'

/** Returns the importer that a module id belongs to. Undefined for all other modules. */
export function findImporter(id: string): Importer | undefined {
  return IMPORTERS.find((it) => it.id.test(id))
}

/** Returns the source of a module with its import replaced by a call of the app. Throws if the source has changed. */
export function retryImportOf(code: string, { call, retried }: Importer): string {
  if (!call.test(code)) throw new Error(CHANGED)
  return code.replace(call, retried)
}
