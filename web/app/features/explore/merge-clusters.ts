import { categories, type GroupId, groupIds } from '#app/features/categories/categories.ts'
import { createProjection, type LngLat } from '#app/features/map/map-view.ts'
import { drawCluster } from '#app/features/map/marks/cluster-ring.ts'
import { isMarkedSpot, type MarkedSpot, type SpotCluster } from './explore-view.ts'

type MapItem = MarkedSpot | SpotCluster

interface Heap {
  items: MapItem[]
  n: number
  x: number
  y: number
}

/** The gap between two marks. */
const GAP_PX = 6
/** Half the size of a single mark with its halo. */
const MARK_RADIUS_PX = 16

/**
 * Merges marks that would overlap at a zoom: the server counts by square cells, and the middles of neighbouring cells
 * may be close. Largest first, so that big clusters keep their position. It depends on the zoom alone, so moving the
 * map changes nothing.
 */
export function mergeClusters(items: MapItem[], zoom: number): MapItem[] {
  // Any size works: only pixel differences count.
  const { project, unproject } = createProjection({ center: { lng: 0, lat: 0 }, zoom, width: 0, height: 0 })
  let heaps = items.map((item): Heap => {
    const [x, y] = project(item)
    return { items: [item], n: item.n, x, y }
  })
  // A merged cluster may now touch its neighbours.
  for (let before = Infinity; heaps.length < before; ) {
    before = heaps.length
    heaps = joinTouching(heaps)
  }
  return heaps.map((heap) => toItem(heap, unproject(heap.x, heap.y)))
}

function joinTouching(heaps: Heap[]): Heap[] {
  const kept: Heap[] = []
  for (const heap of heaps.toSorted((a, b) => b.n - a.n)) {
    const near = kept.findIndex(({ x, y, n }) => Math.hypot(x - heap.x, y - heap.y) < leastDistance(n, heap.n))
    const other = kept[near]
    if (other) kept[near] = join(other, heap)
    else kept.push(heap)
  }
  return kept
}

function join(a: Heap, b: Heap): Heap {
  const n = a.n + b.n
  return { items: [...a.items, ...b.items], n, x: (a.x * a.n + b.x * b.n) / n, y: (a.y * a.n + b.y * b.n) / n }
}

function leastDistance(n: number, other: number): number {
  return radiusOf(n) + radiusOf(other) + GAP_PX
}

/** Returns the number of spots of each group in a spot or cluster. */
export function countGroups(item: MapItem): Record<GroupId, number> {
  if (!isMarkedSpot(item)) return item.groups
  return sumGroups([{ [categories[item.category].group]: 1 }])
}

function toItem({ items, n }: Heap, { lng, lat }: LngLat): MapItem {
  const [only] = items
  if (only && items.length === 1) return only
  return { n, lng, lat, groups: sumGroups(items.map(countGroups)) }
}

function sumGroups(counts: Partial<Record<GroupId, number>>[]): Record<GroupId, number> {
  const sum = (id: GroupId) => counts.reduce((total, count) => total + (count[id] ?? 0), 0)
  return Object.fromEntries(groupIds.map((id) => [id, sum(id)])) as Record<GroupId, number>
}

function radiusOf(n: number): number {
  return n === 1 ? MARK_RADIUS_PX : drawCluster(n, []).radiusPx
}
