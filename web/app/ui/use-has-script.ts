import { useSyncExternalStore } from 'react'

/** Returns true once the page is hydrated, for controls that need JavaScript. False on the server. */
export function useHasScript(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
}
