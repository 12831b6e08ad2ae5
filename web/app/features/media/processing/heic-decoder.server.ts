import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { PhotoError } from '../photo-error.ts'
import { type HeicAnswer, type HeicRequest, runHeicWorker } from './heic-worker.server.ts'
import { damagedPhoto, PIXEL_LIMIT, tooManyPixels } from './photo-limits.server.ts'

const TIMEOUT_MS = 20_000
const HEAP_LIMIT_MB = 256

export interface DecodedPicture {
  /** Red, green, blue and alpha of each pixel. */
  pixels: Uint8Array
  width: number
  height: number
}

/**
 * Decodes a HEIC photo upright, in the colours of its own profile. Sharp has no HEVC decoder, so a WebAssembly build of
 * libheif decodes it in a worker thread, which ends after each photo and frees its memory. Throws {@link PhotoError}.
 */
export async function decodeHeic(content: Uint8Array): Promise<DecodedPicture> {
  const libraryPath = createRequire(import.meta.url).resolve('libheif-js/wasm-bundle.js')
  const workerData: HeicRequest = { libraryPath, content, pixelLimit: PIXEL_LIMIT }
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
    const answer = await receiveAnswer(worker)
    if ('pixels' in answer) return { ...answer, pixels: new Uint8Array(answer.pixels) }
    throw answer.failure === 'damaged' ? damagedPhoto() : tooManyPixels(answer.megapixels ?? 0)
  } finally {
    await worker.terminate()
  }
}

function receiveAnswer(worker: Worker): Promise<HeicAnswer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new PhotoError('damaged', TOOK_TOO_LONG)), TIMEOUT_MS)
    const end = (settle: () => void) => {
      clearTimeout(timer)
      settle()
    }
    worker.once('message', (answer: HeicAnswer) => end(() => resolve(answer)))
    worker.once('error', (cause) => end(() => reject(damagedPhoto(cause))))
    worker.once('exit', () => end(() => reject(damagedPhoto())))
  })
}

const TOOK_TOO_LONG = 'This photo takes too long to read. Please save it as JPEG and try again.'
