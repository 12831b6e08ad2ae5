import type { Plugin } from 'vite'

/** A module of React Router, and what the build changes in it. */
interface Patch {
  id: RegExp
  source: RegExp
  replacement: string
}

/**
 * Without these patches, React Router adds the stylesheets of the next route to the page that is still shown, which
 * lays this page out again, and requests them a second time later. It requests the imports of a route's module only
 * once the module has loaded.
 */
const PATCHES: readonly Patch[] = [
  {
    id: /\/react-router\/dist\/.*\/lib\/dom\/ssr\/links\.js$/,
    source: /async function prefetchRouteCss\(route\) \{/,
    replacement: '$& if (window.preloadRoute) return window.preloadRoute(route);',
  },
  {
    id: /\/react-router\/dist\/.*\/lib\/dom\/ssr\/links\.js$/,
    source: /if \(route\.css\) (?=descriptors\.push)/,
    replacement: 'if (window.preloadRoute) await window.preloadRoute(route); else $&',
  },
  {
    // Without the `await`, the browser reports a loader that fails before the styles are there as unhandled.
    id: /\/react-router\/dist\/.*\/lib\/dom\/ssr\/routes\.js$/,
    source: /return (?=handler\(\);\s*\} finally)/,
    replacement: 'return await ',
  },
]

const CHANGED = 'React Router preloads routes in another way now: adapt web/tools/route-preload-plugin.ts.'

/** Lets the app request the files of a route: see web/app/platform/builds/preload-route.ts. */
export function routePreloadPlugin(): Plugin {
  const found = new Set<Patch>()
  return {
    name: 'route-preload',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      const patches = listPatches(id)
      for (const patch of patches) found.add(patch)
      return patches.length > 0 ? applyPatches(code, patches) : undefined
    },
    generateBundle() {
      if (found.size < PATCHES.length) throw new Error(CHANGED)
    },
  }
}

/** Lists the patches of a module. Most modules have none. */
export function listPatches(id: string): Patch[] {
  return PATCHES.filter((it) => it.id.test(id))
}

/** Returns the patched source of a module. Throws if the source has changed. */
export function applyPatches(code: string, patches: readonly Patch[]): string {
  return patches.reduce((patched, { source, replacement }) => {
    if (!source.test(patched)) throw new Error(CHANGED)
    return patched.replace(source, replacement)
  }, code)
}
