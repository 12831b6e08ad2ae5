import type { DataRouter } from 'react-router'

declare global {
  interface Window {
    /**
     * React Router sets this once a page is hydrated. It is not public, but the only access to the router's state
     * outside of components.
     */
    __reactRouterDataRouter?: DataRouter
  }
}

/** Returns the router of this page. Undefined before hydration. Browser only. */
export function findRouter(): DataRouter | undefined {
  return window.__reactRouterDataRouter
}

/**
 * Returns the target of the current navigation. Undefined when there is none, as during a revalidation or a fetcher
 * call.
 */
export function findPendingLocation(): DataRouter['state']['location'] | undefined {
  return findRouter()?.state.navigation.location
}

/** Returns true while loaders run for a form, that of the page or of a fetcher. */
export function isReloadAfterForm(): boolean {
  const { navigation, fetchers } = findRouter()?.state ?? {}
  return [navigation, ...(fetchers?.values() ?? [])].some((task) => task?.state === 'loading' && task.formMethod)
}
