/**
 * Which of `count` items a key moves to in a vertical list; null if the key moves nowhere. It wraps at both ends; from
 * nowhere (-1) the arrows lead to the first or the last.
 */
export function moveByKey(key: string, current: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (current + 1) % count
  if (key === 'ArrowUp') return current <= 0 ? count - 1 : current - 1
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}
