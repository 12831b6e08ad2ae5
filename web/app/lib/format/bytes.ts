const UNITS = ['kB', 'MB', 'GB'] as const

/** Formats the size of a file in words, such as "12 kB" or "1.3 GB". */
export function formatBytes(bytes: number): string {
  let value = bytes / 1000
  let unit = 0
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.max(1, Math.round(value))} ${UNITS[unit]}`
}
