import { isChunkError } from './chunk-error.ts'

declare global {
  interface Window {
    /** Called by every dynamic import of the browser build. See web/tools/import-retry-plugin.ts. */
    importWithRetry?: typeof importWithRetry
  }
}

/** The total number of attempts. */
const ATTEMPTS = 3

/**
 * Loads a chunk, up to three times when the chunk or one of its imports does not load. Browsers request again what
 * failed. A browser that remembers the failure rejects each attempt at once, and the app reloads as it would without a
 * retry.
 */
export async function importWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await load()
    } catch (error) {
      if (attempt === ATTEMPTS || !isChunkError(error)) throw error
    }
  }
}

/** Lets the dynamic imports of the browser build retry. */
export function retryImports(): void {
  window.importWithRetry = importWithRetry
}
