declare global {
  interface Window {
    /** The screens that React Router knows of, and the build that they are of. */
    __reactRouterManifest?: { version: string }
  }
}

/** The build that runs in this page; undefined on the server and while developing. */
export function findBuildId(): string | undefined {
  return typeof window === 'undefined' ? undefined : window.__reactRouterManifest?.version
}
