import { createRequire } from 'node:module'

type Trim = () => Promise<void>

/** The part of koffi that is used here. */
interface Koffi {
  /** The symbols of this process. */
  load(path: null): { func(declaration: string): { async(pad: number, done: () => void): void } }
}

const require = createRequire(import.meta.url)
const NOTHING: Trim = async () => undefined

let trim: Trim | undefined

/**
 * Returns freed memory of the C library to the system. On its own, glibc returns only the end of its heap, so one
 * small allocation at the top keeps everything below it: 65 MB in each web process after 20 s of load with 200
 * connections. Does nothing with other C libraries. Runs in another thread.
 */
export async function trimAllocator(): Promise<void> {
  trim ??= bindTrim()
  await trim()
}

function bindTrim(): Trim {
  if (process.platform !== 'linux') return NOTHING
  try {
    // Loaded on demand, because most programs of the project never need it.
    const koffi = require('koffi') as Koffi
    const call = koffi.load(null).func('int malloc_trim(size_t)')
    return () => new Promise((settle) => call.async(0, () => settle()))
  } catch {
    // musl has no such function, and there are systems without a build of koffi.
    return NOTHING
  }
}
