/** The formats that can be read. All but TIFF can be written. */
export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'tiff'
export type OutputFormat = Exclude<ImageFormat, 'tiff'>

/**
 * Detects the format by the first bytes; returns undefined for anything else. The declared type is ignored, and nothing
 * else, above all no SVG, reaches the image library.
 */
export function detectImageFormat(content: Uint8Array): ImageFormat | undefined {
  const head = Buffer.from(content.subarray(0, 64)).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp'
  if (head.startsWith('II*\0') || head.startsWith('MM\0*')) return 'tiff'
  if (head.slice(4, 8) === 'ftyp' && /avi[fs]/.test(head.slice(8, 48))) return 'avif'
  return undefined
}

/** Returns the requested format, else WebP if the client accepts it, else that of the source. */
export function chooseOutputFormat(
  source: ImageFormat,
  requested: 'origin' | 'avif' | 'webp' | undefined,
  accept: string,
): OutputFormat {
  if (requested === 'avif' || requested === 'webp') return requested
  if (requested === undefined && /image\/webp(?!\s*;\s*q=0(?:\.0*)?\b)/.test(accept)) return 'webp'
  return source === 'tiff' ? 'png' : source
}
