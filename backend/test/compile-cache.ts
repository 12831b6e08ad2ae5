import { resolve } from 'node:path'

/** Lets the programs that tests start keep their compiled code: loading it is most of a start, and twice as fast the second time. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: resolve(import.meta.dirname, '../../node_modules/.cache/node') }
