import type { Plugin } from 'vite'

/** The module of React Router that loads the files of screens. */
const LOADER_MODULE = /\/react-router\/dist\/.*\/lib\/dom\/ssr\/routeModules\.js$/
/** What it does when a file does not load: it reloads the page that is left, again and again, and not the target. */
const RELOAD = /window\.location\.reload\(\);(?=\s*return new Promise\(\(\) => \{\s*\}\))/

/** Lets the app decide what happens when the file of a screen does not load: see web/app/platform/builds/route-module-failure.ts. */
export function routeModuleFailurePlugin(): Plugin {
  return {
    name: 'route-module-failure',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      return LOADER_MODULE.test(id) ? handOver(code) : undefined
    },
  }
}

/** The text of that module, asking the app first. Throws when the module reads otherwise than it did. */
export function handOver(code: string): string {
  if (!RELOAD.test(code)) {
    throw new Error(
      'React Router loads the files of screens in another way now: adapt web/tools/route-module-failure-plugin.ts.',
    )
  }
  return code.replace(RELOAD, 'if (window.handleRouteModuleFailure) return window.handleRouteModuleFailure(error); $&')
}
