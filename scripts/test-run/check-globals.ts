import { deepEqual } from 'node:assert/strict'
import { afterAll } from 'vitest'

/** Globals that a file might replace and that other files of its worker would then use. */
const NAMES = [
  ...['Response', 'Headers', 'FormData', 'Blob', 'File', 'URL', 'WebSocket', 'AbortController'],
  ...['Date', 'performance', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'crypto', 'Math'],
  ...['window', 'document', 'location', 'navigator', 'localStorage', 'sessionStorage'],
] as const

/** The globals of a worker before its first test file. */
interface Globals {
  values: Map<string, unknown>
  environment: NodeJS.ProcessEnv
  folder: string
}

/** Variables that Vitest sets for each file, and libvips when it is loaded. */
const FOREIGN = /^VITEST_|^VIPSHOME$/

const KEY = Symbol.for('globals before the first test file')
const worker = globalThis as { [KEY]?: Globals }
worker[KEY] ??= readGlobals()
const before = worker[KEY]

/**
 * The set-up of every test file. Files share a worker, so globals that one file changes would make later files in that
 * worker fail. With this check, the file that changed them fails itself.
 */
afterAll(() => {
  const { values, environment, folder } = readGlobals()
  const changed = NAMES.filter((name) => values.get(name) !== before.values.get(name))
  // The functions service replaces Request with a proxy that creates the same objects.
  if (new Request('http://localhost').constructor.name !== 'Request') changed.push('Request' as never)
  if (changed.length > 0) throw new Error(`The file left these globals changed: ${changed.join(', ')}.`)
  deepEqual(environment, before.environment, 'The file left the environment changed.')
  deepEqual(folder, before.folder, 'The file left the working directory changed.')
})

function readGlobals(): Globals {
  return {
    values: new Map(NAMES.map((name) => [name, Reflect.get(globalThis, name)])),
    environment: Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.test(name))),
    folder: process.cwd(),
  }
}
