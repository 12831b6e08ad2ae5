import type { Plugin } from 'vite'

const MODULE = /\/react-router\/dist\/production\/(.*\.js)$/
/** The text that a call to report a fault in the app's code ends with, and the call before it. */
const MESSAGE =
  /(\b(?:invariant|warning|warnOnce|warningOnce|Error)(?:\$\d+)?\((?:[^\n`]*, )?)(?:"(?:[^"\\\n]|\\.)*"|`(?!\$\{)(?:[^`\\]|\\.)*`)(?=\)|, \{ cause)/g

/**
 * Replaces React Router's messages about faults in the app's code by their place in its source in the browser build,
 * such as "lib/hooks.js:275". Nobody who uses the site reads them, and they are almost two kilobytes of brotli on every
 * page.
 */
export function shortenRouterMessages(): Plugin {
  let isFound = false
  return {
    name: 'shorten-router-messages',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      const file = MODULE.exec(id)?.[1]
      if (file === undefined) return undefined
      const shortened = shortenMessages(code, file)
      isFound ||= shortened !== code
      return shortened
    },
    generateBundle() {
      if (!isFound)
        throw new Error('React Router has no messages any more: adapt or remove web/tools/shorten-router-messages.ts.')
    },
  }
}

/** Returns the source of a module with places instead of messages. Messages that only repeat a value stay. */
export function shortenMessages(code: string, file: string): string {
  return code.replace(MESSAGE, (_, call: string, offset: number) => {
    const line = code.slice(0, offset).split('\n').length
    return `${call}"${file}:${line}"`
  })
}
