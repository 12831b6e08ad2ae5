/** The input of the worker thread. */
export interface HeicRequest {
  libraryPath: string
  content: Uint8Array
  pixelLimit: number
  /** The picture is halved, or divided by a larger whole number, as long as it stays at least this wide. */
  neededWidth: number
}

/** The result of the worker thread, or the error. */
export type HeicResponse =
  | {
      /** Red, green and blue of each pixel, upright and divided by `divisor`. */
      pixels: ArrayBuffer
      /** Dimensions of the whole picture. */
      width: number
      height: number
      divisor: number
    }
  | { failure: 'damaged' | 'too_many_pixels'; megapixels?: number }

/**
 * Decodes one HEIC picture inside a worker thread. It is sent to the thread as source text, because the bundled server
 * has no separate file for it. So it must not use anything from outside itself.
 */
export function runHeicWorker(): void {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads')
  const { createRequire } = process.getBuiltinModule('node:module')
  const request: HeicRequest = workerData
  const respond = (message: HeicResponse, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer)

  interface Plane {
    data: Uint8Array
    width: number
    height: number
    stride: number
  }
  /** Averages squares of pixels. Even without a division this copies the pixels out of the library's memory. */
  const shrink = ({ data, width, height, stride }: Plane, divisor: number): Uint8Array<ArrayBuffer> => {
    const columns = Math.floor(width / divisor)
    const rows = Math.floor(height / divisor)
    const small = new Uint8Array(columns * rows * 3)
    const sums = new Uint32Array(columns * 3)
    const area = divisor * divisor
    for (let row = 0; row < rows; row += 1) {
      if (divisor === 1) {
        small.set(data.subarray(row * stride, row * stride + columns * 3), row * columns * 3)
        continue
      }
      sums.fill(area >> 1)
      for (let line = 0; line < divisor; line += 1) {
        let from = (row * divisor + line) * stride
        for (let to = 0; to < sums.length; to += 3) {
          for (let n = 0; n < divisor; n += 1, from += 3) {
            sums[to] = (sums[to] ?? 0) + (data[from] ?? 0)
            sums[to + 1] = (sums[to + 1] ?? 0) + (data[from + 1] ?? 0)
            sums[to + 2] = (sums[to + 2] ?? 0) + (data[from + 2] ?? 0)
          }
        }
      }
      const start = row * sums.length
      for (let to = 0; to < sums.length; to += 1) small[start + to] = (sums[to] ?? 0) / area
    }
    return small
  }

  const decode = async (): Promise<void> => {
    const libheif = createRequire(request.libraryPath)(request.libraryPath)
    const [image] = new libheif.HeifDecoder().decode(request.content)
    if (!image) return respond({ failure: 'damaged' })
    const width: number = image.get_width()
    const height: number = image.get_height()
    if (width * height > request.pixelLimit) {
      return respond({ failure: 'too_many_pixels', megapixels: Math.ceil((width * height) / 1e6) })
    }
    // The method `display` returns four channels and copies them once more.
    const { heif_colorspace_RGB } = libheif.heif_colorspace
    const { heif_chroma_interleaved_RGB } = libheif.heif_chroma
    const decoded = await libheif.heif_js_decode_image2(image.handle, heif_colorspace_RGB, heif_chroma_interleaved_RGB)
    const plane: Plane | undefined = decoded?.channels?.[0]
    if (plane?.width !== width || plane.height !== height) return respond({ failure: 'damaged' })
    const divisor = Math.max(1, Math.floor(width / request.neededWidth))
    const { buffer } = shrink(plane, divisor)
    respond({ pixels: buffer, width, height, divisor }, [buffer])
  }
  decode().catch(() => respond({ failure: 'damaged' }))
}
