import { resolve } from 'node:path'

/** Enables the compile cache of Node for programs started by tests, which halves the time of a second start. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: resolve(import.meta.dirname, '../../node_modules/.cache/node') }
