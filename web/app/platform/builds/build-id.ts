declare global {
  interface Window {
    /** React Router's route manifest in the page, with the version of its build. */
    __reactRouterManifest?: { version: string }
  }
}

/** Returns the id of the build that runs in this page. Undefined on the server and in development. */
export function findBuildId(): string | undefined {
  return typeof window === 'undefined' ? undefined : window.__reactRouterManifest?.version
}
