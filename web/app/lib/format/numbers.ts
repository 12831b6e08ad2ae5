/*
 * Without Intl: a browser's first formatter takes 30 ms of a fast processor, and every page writes numbers before it
 * reacts to a click.
 */

/** Formats a number with every digit, in groups: "1,204". */
export function formatNumber(value: number): string {
  return String(value).replace(/(?<!\.\d*)\B(?=(?:\d{3})+(?!\d))/g, ',')
}

/** Returns a short form for clusters and chips: "640", "1.2k", "13k", "1.2M". Rounds down. */
export function formatCompact(value: number): string {
  if (value < 1000) return String(value)
  if (value < 1_000_000) return `${shorten(value / 1000)}k`
  return `${shorten(value / 1_000_000)}M`
}

/** Formats a count with its noun: "1 spot", "2 spots", "1,204 spots". */
export function formatCount(value: number, one: string, many = `${one}s`): string {
  return `${formatNumber(value)} ${pickPlural(value, one, many)}`
}

/** Returns the word that agrees with a count: the singular for 1, otherwise the plural. */
export function pickPlural(count: number, one: string, many: string): string {
  return count === 1 ? one : many
}

function shorten(value: number): string {
  return value < 10 ? String(Math.floor(value * 10) / 10) : String(Math.floor(value))
}
