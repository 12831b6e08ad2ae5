const UNIT_MS: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
}
const PART = /(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g
const WHOLE = /^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$/

/**
 * Parses a duration in Go's notation, such as `1h30m`, to milliseconds. A bare number counts seconds. Returns undefined
 * for anything else.
 */
export function parseDurationMs(text: string): number | undefined {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000
  if (!WHOLE.test(text)) return undefined
  const parts = [...text.matchAll(PART)]
  const total = parts.reduce((sum, [, amount = '0', unit = '']) => sum + Number(amount) * (UNIT_MS[unit] ?? 0), 0)
  return Number.isFinite(total) ? total : undefined
}
