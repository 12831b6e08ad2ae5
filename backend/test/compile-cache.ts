import { resolve } from 'node:path'

/** Lets programs started by tests keep their compiled code, which halves the time of a second start. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: resolve(import.meta.dirname, '../../node_modules/.cache/node') }
