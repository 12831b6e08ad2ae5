import type { HydrationOptions } from 'react-dom/client'

let isMounted = false

/** Runs what the app does before it mounts. What fails there is logged, and the rest goes on. */
export function startUp(...steps: (() => unknown)[]): void {
  for (const step of steps) {
    try {
      step()
    } catch (error) {
      log('error caught during app initialization', error)
    }
  }
}

/** From now on errors are the error page's. */
export function markMounted(): void {
  isMounted = true
}

/** Logs what goes wrong while the app mounts on the server's page, and what the page then recovered from. */
export const hydrationReports: HydrationOptions = {
  onUncaughtError: (error) => log(isMounted ? 'Error while rendering:' : 'Error while mounting app:', error),
  onRecoverableError: (error) => {
    if (!isMounted) log('Error while mounting app:', error)
  },
}

function log(words: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the contract asks for these lines in the browser's console
  console.error(words, error)
}
