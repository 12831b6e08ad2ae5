/** The input of the worker thread. */
export interface HeicRequest {
  libraryPath: string
  content: Uint8Array
  pixelLimit: number
}

/** The result of the worker thread: upright RGBA pixels, or the error. */
export type HeicAnswer =
  | { pixels: ArrayBuffer; width: number; height: number }
  | { failure: 'damaged' | 'too_many_pixels'; megapixels?: number }

/**
 * Decodes one HEIC picture inside a worker thread. It is sent to the thread as source text, because the bundled server
 * has no separate file for it. So it must not use anything from outside itself.
 */
export function runHeicWorker(): void {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads')
  const { createRequire } = process.getBuiltinModule('node:module')
  const request: HeicRequest = workerData
  const answer = (message: HeicAnswer, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer)
  try {
    const libheif = createRequire(request.libraryPath)(request.libraryPath)
    const [image] = new libheif.HeifDecoder().decode(request.content)
    if (!image) {
      answer({ failure: 'damaged' })
      return
    }
    const width: number = image.get_width()
    const height: number = image.get_height()
    if (width * height > request.pixelLimit) {
      answer({ failure: 'too_many_pixels', megapixels: Math.ceil((width * height) / 1e6) })
      return
    }
    const data = new Uint8ClampedArray(width * height * 4)
    image.display({ data, width, height }, (shown: unknown) => {
      if (shown) answer({ pixels: data.buffer, width, height }, [data.buffer])
      else answer({ failure: 'damaged' })
    })
  } catch {
    answer({ failure: 'damaged' })
  }
}
