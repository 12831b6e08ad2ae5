import type { Plugin } from 'vite'

const MODULE = /\/react-router\/dist\/.*\/lib\/router\/instrumentation\.js$/
/** The exports that the router needs without instrumentation. */
const NOTHING: Readonly<Record<string, string>> = {
  consumeInstrumentationClientResultMetaReceiver: '() => undefined',
  getRouteInstrumentationUpdates: '() => ({})',
  instrumentClientSideRouter: '(router) => router',
  instrumentHandler: '(handler) => handler',
  instrumentationResultMetaContext: 'undefined',
}

/**
 * Removes React Router's instrumentation from the browser build, which saves two kilobytes on every page. We pass no
 * `instrumentations` to the router, and without them it never calls these functions.
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

/** Returns a module with the same exports that do nothing. Throws if the exports have changed. */
export function writeStandIn(code: string): string {
  const exported = /export \{([^}]*)\}/
    .exec(code)?.[1]
    ?.split(',')
    .map((name) => name.trim())
  if (exported?.toSorted().join() !== Object.keys(NOTHING).toSorted().join()) {
    throw new Error(
      'React Router has other instrumentation now: adapt web/tools/leave-out-instrumentation.ts, or remove it.',
    )
  }
  return Object.entries(NOTHING)
    .map(([name, value]) => `export const ${name} = ${value}\n`)
    .join('')
}
