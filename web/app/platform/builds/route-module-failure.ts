import { createPath } from 'react-router'
import { findPendingLocation } from '../navigation/router-state.ts'
import { reloadApp } from './reload-app.ts'

declare global {
  interface Window {
    /** Called by React Router when the file of a screen does not load. See web/tools/route-module-failure-plugin.ts. */
    handleRouteModuleFailure?: typeof handleRouteModuleFailure
  }
}

/** What stands in for a screen whose file does not load: it throws, so that the error page shows. */
interface FailedModule {
  default: () => never
}

/**
 * Answers a screen's file that does not load, which mostly means that a new build is out: the page is loaded whole at the
 * target of the navigation. Once: when that did not help, the error page shows. A file that is only fetched ahead reloads nothing.
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

/** A stylesheet fetched ahead that does not load: the screen shows all the same. */
const FAILED_STYLE = /^Unable to preload CSS/
/** How browsers say that a file of script did not load. */
const FAILED_SCRIPT =
  /Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed/i

/** Whether an error is a file of the app that does not load. */
export function isChunkError(error: unknown): boolean {
  return error instanceof Error && FAILED_SCRIPT.test(error.message)
}

/**
 * Watches for files that do not load: those of screens, and parts that a screen imports on its way. A part that fails later
 * is for whoever asked for it, and comes to the error page when nobody did.
 */
export function watchChunkErrors(): void {
  window.handleRouteModuleFailure = handleRouteModuleFailure
  window.addEventListener('vite:preloadError', (event) => {
    const pending = findPendingLocation()
    const isStyle = FAILED_STYLE.test(event.payload.message)
    if (isStyle || (pending && reloadApp({ path: createPath(pending) }))) event.preventDefault()
  })
}
