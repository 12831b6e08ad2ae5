import { createPath } from 'react-router'
import { findPendingLocation } from '../navigation/router-state.ts'
import { reloadApp } from './reload-app.ts'

declare global {
  interface Window {
    /** Called by React Router when a route module does not load. See web/tools/route-module-failure-plugin.ts. */
    handleRouteModuleFailure?: typeof handleRouteModuleFailure
  }
}

/** Replaces a route module that does not load. It throws, so that the error page shows. */
interface FailedModule {
  default: () => never
}

/**
 * Handles a route module that does not load, usually because a new build was deployed: the target of the navigation is
 * loaded as a full page, once. If that does not help, the error page shows. Prefetches never reload.
 */
function handleRouteModuleFailure(error: unknown): Promise<FailedModule> {
  const target = findPendingLocation()
  if (target && reloadApp({ path: createPath(target) })) return new Promise(() => undefined)
  return Promise.resolve({
    default: () => {
      throw error
    },
  })
}

/** Ignores a prefetched stylesheet that does not load: the screen still works. */
const FAILED_STYLE = /^Unable to preload CSS/
/**
 * Watches for app files that do not load during a navigation: route modules and the chunks that they import. Later
 * failures are left to the code that imported the chunk, and reach the error page when unhandled.
 */
export function watchChunkErrors(): void {
  window.handleRouteModuleFailure = handleRouteModuleFailure
  window.addEventListener('vite:preloadError', (event) => {
    const pending = findPendingLocation()
    const isStyle = FAILED_STYLE.test(event.payload.message)
    if (isStyle || (pending && reloadApp({ path: createPath(pending) }))) event.preventDefault()
  })
}
