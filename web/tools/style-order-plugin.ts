import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'
const INSERTION = 'document.head.appendChild(link)'
/** Finds the link of the same file among those of the page. React Router marks its links with an empty fragment. */
const BESIDE_THE_SAME =
  "const same = [...document.head.querySelectorAll('link')].find((it) => it.href === dep.href + '#');" +
  ' if (same) same.after(link); else document.head.appendChild(link)'

/**
 * Keeps the order of styles when a chunk that the app loads with `import()` needs a file that the page has. Vite's
 * helper loads the file once more, because React Router removes its own link when the screen changes. At the end of the
 * head, the copy would override the rules of the screen.
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

/** Returns the source of the helper, which then inserts a style sheet beside the same one. Throws if it has changed. */
export function keepStyleOrder(code: string): string {
  if (!code.includes(INSERTION)) throw new Error(CHANGED)
  return code.replace(INSERTION, () => BESIDE_THE_SAME)
}
