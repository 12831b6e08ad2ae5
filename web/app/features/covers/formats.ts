/** The sizes that covers are drawn at. Where they are shown they are cropped. */
export const coverFormats = {
  thumb: { width: 96, height: 96 },
  card: { width: 400, height: 300 },
  wide: { width: 864, height: 452 },
  tall: { width: 488, height: 660 },
  phone: { width: 390, height: 300 },
} as const

export type CoverFormat = keyof typeof coverFormats

/** Returns true if a text is the name of a format. */
export function isCoverFormat(format: string): format is CoverFormat {
  return Object.hasOwn(coverFormats, format)
}

/**
 * Returns the unit of line widths. Larger prints show more detail instead of thicker lines; thumbs show about half the
 * elements.
 */
export function coverUnit(format: CoverFormat): number {
  const { width, height } = coverFormats[format]
  const side = Math.sqrt(width * height)
  if (format === 'thumb') return side / 62
  return side / (112 * Math.max(1, (side / 360) ** 0.62))
}
