import type { HydrationOptions } from 'react-dom/client'

let isMounted = false

/** Runs code before the app mounts. Errors are logged and the rest continues. */
export function startUp(...steps: (() => unknown)[]): void {
  for (const step of steps) {
    try {
      step()
    } catch (error) {
      log('error caught during app initialization', error)
    }
  }
}

/** Marks the app as started: from here on the error page handles errors. */
export function markMounted(): void {
  isMounted = true
}

/** Logs errors during hydration, and those that React recovered from with the error that caused them. */
export const hydrationReports: HydrationOptions = {
  onUncaughtError: (error) => log(isMounted ? 'Error while rendering:' : 'Error while mounting app:', error),
  onRecoverableError: (error) =>
    log(isMounted ? 'Error while hydrating a part:' : 'Error while mounting app:', (error as Error).cause ?? error),
}

function log(words: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the contract asks for these lines in the browser's console
  console.error(words, error)
}
