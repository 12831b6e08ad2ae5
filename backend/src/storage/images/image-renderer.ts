import { availableParallelism } from 'node:os'
import { invalidRequest } from '../errors.ts'
import { createGate } from './concurrency-gate.ts'
import type { RenderOptions } from './render-options.ts'
import type { ChooseFormat, RenderedImage } from './transform-image.ts'

export const SOURCE_LIMIT_BYTES = 25 * 1024 * 1024
const WAITING_LIMIT = 200

export const fileIsTooLarge = () => invalidRequest('The source image file is too large to process')

/** Renders images off the event loop, at most one per CPU at the same time. */
export interface ImageRenderer {
  /**
   * Returns the image resized, upright, in sRGB and without metadata. Reads the source in its turn, so that waiting
   * takes no memory. Throws when the source is not a valid image.
   */
  render(readSource: ReadSource, options: RenderOptions, chooseFormat: ChooseFormat): Promise<RenderedImage>
}

export type ReadSource = () => Promise<Uint8Array>

export function createImageRenderer(runningLimit = Math.max(1, availableParallelism())): ImageRenderer {
  const gate = createGate(runningLimit, WAITING_LIMIT)
  return {
    render: (readSource, options, chooseFormat) =>
      gate(async () => {
        // Loaded with the first image: the library takes 50 ms and 30 MB.
        const { renderImage } = await import('./transform-image.ts')
        return renderImage(await readSource(), options, chooseFormat)
      }),
  }
}
