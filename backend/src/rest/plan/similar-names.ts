/** With more names, the search would cost more than the hint is worth. */
const MAX_NAMES = 500
const MAX_LENGTH = 64

/** Returns the most similar name, if any reaches the minimum similarity (0 to 1). */
export function findSimilar(wanted: string, names: Iterable<string>, minimum: number): string | undefined {
  const candidates = new Set(names)
  if (candidates.size > MAX_NAMES) return undefined
  const scored = [...candidates].map((name) => ({ name, score: similarity(wanted, name) }))
  return scored.filter(({ score }) => score >= minimum).sort((a, b) => b.score - a.score)[0]?.name
}

/** Returns 1 for equal strings and 0 for strings that have nothing in common. */
function similarity(wanted: string, name: string): number {
  const [a, b] = [wanted.slice(0, MAX_LENGTH).toLowerCase(), name.slice(0, MAX_LENGTH).toLowerCase()]
  return 1 - editDistance(a, b) / Math.max(a.length, b.length, 1)
}

/** Returns the Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      current.push(Math.min(change, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
