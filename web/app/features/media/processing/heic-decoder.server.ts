import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { PhotoError } from '../photo-error.ts'
import { type HeicRequest, type HeicResponse, runHeicWorker } from './heic-worker.server.ts'
import { damagedPhoto, PIXEL_LIMIT, tooManyPixels } from './photo-limits.server.ts'

/** The CPU time of the thread, because a busy machine takes longer for the same photo. */
const CPU_LIMIT_MS = 20_000
/** The elapsed time, for a thread that waits. */
const TIMEOUT_MS = 120_000
const CHECK_INTERVAL_MS = 1000
const HEAP_LIMIT_MB = 256

export interface DecodedPicture {
  pixels: { data: Uint8Array; raw: { width: number; height: number; channels: 3 } }
  /** Dimensions of the whole picture, of which `pixels` may be a smaller version. */
  width: number
  height: number
}

/**
 * Decodes a HEIC photo upright, in the colours of its own profile. Sharp has no HEVC decoder, so a WebAssembly build of
 * libheif decodes it in a worker thread, which ends after each photo and frees its memory. The thread divides the
 * picture by a whole number if it stays at least `neededWidth` wide, as sharp does when it loads a JPEG. Throws
 * {@link PhotoError}.
 */
export async function decodeHeic(content: Uint8Array, neededWidth: number): Promise<DecodedPicture> {
  const libraryPath = createRequire(import.meta.url).resolve('libheif-js/wasm-bundle.js')
  const workerData: HeicRequest = { libraryPath, content, pixelLimit: PIXEL_LIMIT, neededWidth }
  // Under `node --watch` Node would post the files that the thread loads to the same message port.
  const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env
  const worker = new Worker(`(${runHeicWorker.toString()})()`, {
    eval: true,
    env,
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB },
    // Discards the warnings that the library prints about unusual files.
    stdout: true,
    stderr: true,
  })
  try {
    const response = await receiveResponse(worker)
    if ('pixels' in response) return toPicture(response)
    throw response.failure === 'damaged' ? damagedPhoto() : tooManyPixels(response.megapixels ?? 0)
  } finally {
    await worker.terminate()
  }
}

function toPicture({ pixels, width, height, divisor }: Extract<HeicResponse, { divisor: number }>): DecodedPicture {
  const raw = { width: Math.floor(width / divisor), height: Math.floor(height / divisor), channels: 3 as const }
  return { pixels: { data: new Uint8Array(pixels), raw }, width, height }
}

function receiveResponse(worker: Worker): Promise<HeicResponse> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearInterval(checks)
      clearTimeout(timer)
      settle()
    }
    const giveUp = () => end(() => reject(new PhotoError('damaged', TOOK_TOO_LONG)))
    const timer = setTimeout(giveUp, TIMEOUT_MS)
    const checks = setInterval(async () => {
      // Fails when the thread has just ended.
      const used = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
      if ((used.user + used.system) / 1000 > CPU_LIMIT_MS) giveUp()
    }, CHECK_INTERVAL_MS)
    worker.once('message', (response: HeicResponse) => end(() => resolve(response)))
    worker.once('error', (cause) => end(() => reject(damagedPhoto(cause))))
    worker.once('exit', () => end(() => reject(damagedPhoto())))
  })
}

const TOOK_TOO_LONG = 'This photo takes too long to read. Please save it as JPEG and try again.'
