import type { Plugin } from 'vite'

const MODULE = /\/react-router\/dist\/.*\/lib\/router\/instrumentation\.js$/
/** What the router asks of that module when nobody measures it. */
const NOTHING: Readonly<Record<string, string>> = {
  consumeInstrumentationClientResultMetaReceiver: '() => undefined',
  getRouteInstrumentationUpdates: '() => ({})',
  instrumentClientSideRouter: '(router) => router',
  instrumentHandler: '(handler) => handler',
  instrumentationResultMetaContext: 'undefined',
}

/**
 * Leaves out of the browser's build what measures React Router from inside: two kilobytes of every page that nothing here asks for.
 * We pass no `instrumentations` to the router, and without them it never calls these functions.
 */
export function leaveOutInstrumentation(): Plugin {
  return {
    name: 'leave-out-instrumentation',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      return MODULE.test(id) ? writeStandIn(code) : undefined
    },
  }
}

/** The module with the same exports, which do nothing. Throws when it has other exports than it had. */
export function writeStandIn(code: string): string {
  const exported = /export \{([^}]*)\}/
    .exec(code)?.[1]
    ?.split(',')
    .map((name) => name.trim())
  if (exported?.toSorted().join() !== Object.keys(NOTHING).toSorted().join()) {
    throw new Error(
      'React Router has other instrumentation now: adapt web/tools/leave-out-instrumentation.ts, or leave it away.',
    )
  }
  return Object.entries(NOTHING)
    .map(([name, value]) => `export const ${name} = ${value}\n`)
    .join('')
}
