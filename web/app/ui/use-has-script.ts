import { useSyncExternalStore } from 'react'

/** True once script runs on the page: for what does nothing without it. False while the server renders. */
export function useHasScript(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
}
