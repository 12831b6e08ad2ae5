import type { DataRouter } from 'react-router'

declare global {
  interface Window {
    /** Set by React Router once a page is hydrated. Not public, but the only way to its state from outside of components. */
    __reactRouterDataRouter?: DataRouter
  }
}

/** The router of this page; undefined before it is hydrated. Browser only. */
export function findRouter(): DataRouter | undefined {
  return window.__reactRouterDataRouter
}

/** Where a navigation under way leads; undefined when there is none, as during a revalidation or the call of a fetcher. */
export function findPendingLocation(): DataRouter['state']['location'] | undefined {
  return findRouter()?.state.navigation.location
}
