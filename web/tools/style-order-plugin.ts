import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'
const INSERTION = 'document.head.appendChild(link)'
const BY_THE_APP =
  'if (isCss && window.insertChunkStyle) { if (window.insertChunkStyle(link)) return } else document.head.appendChild(link)'

/**
 * Lets the app insert the stylesheets of chunks that it loads with `import()`: see
 * web/app/platform/builds/chunk-styles.ts. React Router removes its link to a stylesheet when the screen changes, so
 * Vite's helper would add another link to a stylesheet that the page already has. At the end of the head, this copy
 * would override the rules of the screen.
 */
export function styleOrderPlugin(): Plugin {
  let isFound = false
  return {
    name: 'style-order',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (id !== HELPER) return undefined
      isFound = true
      return keepStyleOrder(code)
    },
    generateBundle() {
      if (!isFound) throw new Error(CHANGED)
    },
  }
}

const CHANGED = 'Styles of chunks are loaded in another way now: adapt web/tools/style-order-plugin.ts.'

/** Returns the source of the helper, which then lets the app insert stylesheets. Throws if it has changed. */
export function keepStyleOrder(code: string): string {
  if (!code.includes(INSERTION)) throw new Error(CHANGED)
  return code.replace(INSERTION, () => BY_THE_APP)
}
