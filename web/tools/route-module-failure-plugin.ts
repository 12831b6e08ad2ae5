import type { Plugin } from 'vite'

/** The module of React Router that loads route modules. */
const LOADER_MODULE = /\/react-router\/dist\/.*\/lib\/dom\/ssr\/routeModules\.js$/
/**
 * The code that runs when a module fails to load: it reloads the current page, again and again, instead of the target.
 */
const RELOAD = /window\.location\.reload\(\);(?=\s*return new Promise\(\(\) => \{\s*\}\))/

/** Lets the app handle route modules that fail to load: see web/app/platform/builds/route-module-failure.ts. */
export function routeModuleFailurePlugin(): Plugin {
  return {
    name: 'route-module-failure',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      return LOADER_MODULE.test(id) ? patchLoader(code) : undefined
    },
  }
}

/** Returns the source of that module with a call to the app. Throws if the source has changed. */
export function patchLoader(code: string): string {
  if (!RELOAD.test(code)) {
    throw new Error(
      'React Router loads route modules in another way now: adapt web/tools/route-module-failure-plugin.ts.',
    )
  }
  return code.replace(RELOAD, 'if (window.handleRouteModuleFailure) return window.handleRouteModuleFailure(error); $&')
}
