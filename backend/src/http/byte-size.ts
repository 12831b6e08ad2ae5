const UNIT_BYTES: Record<string, number> = { b: 1, kb: 1_000, mb: 1_000_000, gb: 1_000_000_000 }

/**
 * Parses a number of bytes or a text such as `5MB`, in decimal units as upstream does. Returns undefined for anything
 * else.
 */
export function parseByteSize(size: string | number): number | undefined {
  if (typeof size === 'number') return Number.isSafeInteger(size) && size >= 0 ? size : undefined
  if (/^\d{1,15}$/.test(size)) return Number(size)
  const [, amount, unit = ''] = /^(\d{1,12}(?:\.\d+)?)(gb|mb|kb|b)$/i.exec(size) ?? []
  const unitBytes = UNIT_BYTES[unit.toLowerCase()]
  if (amount === undefined || unitBytes === undefined) return undefined
  return Math.round(Number(amount) * unitBytes)
}
