import { findOnlySpot, type PlacedMark } from './place-items.ts'

/** A mark keeps its id if it still stands for at least this share of its former spots. */
const MIN_SHARE = 0.5

/**
 * Reuses the ids of marks that stood for most of the same spots before, so that these marks glide to their new
 * position instead of being replaced. Marks of single spots always have the id of the spot.
 */
export function reuseMarkIds(marks: PlacedMark[], before: PlacedMark[]): PlacedMark[] {
  const rings = before.filter((mark) => !findOnlySpot(mark))
  if (rings.length === 0) return marks
  const shares = marks.map((mark) => (findOnlySpot(mark) ? new Map<string, number>() : countByNearest(mark, rings)))
  const totals = new Map<string, number>()
  for (const share of shares) for (const [id, n] of share) totals.set(id, (totals.get(id) ?? 0) + n)
  const claims = marks.flatMap((mark, place) =>
    [...(shares[place] ?? [])]
      .filter(([id, n]) => n > (totals.get(id) ?? 0) * MIN_SHARE)
      .map(([id, n]) => ({ mark, id, n })),
  )
  const ids = new Map<PlacedMark, string>()
  const taken = new Set<string>()
  for (const { mark, id } of claims.toSorted((a, b) => b.n - a.n)) {
    if (ids.has(mark) || taken.has(id)) continue
    ids.set(mark, id)
    taken.add(id)
  }
  return marks.map((mark) => {
    const id = ids.get(mark) ?? (taken.has(mark.id) ? `${mark.id}+` : mark.id)
    return { ...mark, id }
  })
}

/** Counts the spots of a mark by the former mark next to them. */
function countByNearest(mark: PlacedMark, before: PlacedMark[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { lng, lat, n } of mark.items) {
    const stretch = Math.cos((lat * Math.PI) / 180)
    let nearest = { id: '', squared: Infinity }
    for (const old of before) {
      const squared = ((old.lng - lng) * stretch) ** 2 + (old.lat - lat) ** 2
      if (squared < nearest.squared) nearest = { id: old.id, squared }
    }
    counts.set(nearest.id, (counts.get(nearest.id) ?? 0) + n)
  }
  return counts
}
