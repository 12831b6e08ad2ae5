/**
 * Loads the image library on first use: it takes 50 ms and 30 MB. Its cache is off, because it would keep decoded
 * images in memory.
 */
export async function loadSharp(): Promise<typeof import('sharp').default> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  return sharp
}
