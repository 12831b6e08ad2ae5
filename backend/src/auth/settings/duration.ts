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
 * Milliseconds of a duration such as `1h30m`, as Go writes them; a bare number counts seconds. Undefined when it is neither.
 */
export function parseDurationMs(text: string): number | undefined {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000
  if (!WHOLE.test(text)) return undefined
  const parts = [...text.matchAll(PART)]
  const total = parts.reduce((sum, [, amount = '0', unit = '']) => sum + Number(amount) * (UNIT_MS[unit] ?? 0), 0)
  return Number.isFinite(total) ? total : undefined
}
