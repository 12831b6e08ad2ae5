/**
 * Returns the index that a key moves to in a vertical list of `count` items; null for other keys. It wraps at both
 * ends. From -1 (no item) the arrows lead to the first or the last item.
 */
export function moveByKey(key: string, current: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (current + 1) % count
  if (key === 'ArrowUp') return current <= 0 ? count - 1 : current - 1
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}
