import { type BinIndex, createBinIndex } from './bin-index.ts'

/** Some spots at a position, in pixels. */
export interface WeightedPoint {
  x: number
  y: number
  /** The number of spots. */
  n: number
}

/** Points that share a mark, at their common centre of gravity. */
export interface PointGroup<Point extends WeightedPoint = WeightedPoint> extends WeightedPoint {
  members: Point[]
}

/** The reach of marks and their minimum distance, in pixels. */
export interface GatherRule {
  reachPx: number
  apartPx: number
}

const BIN_PX = 8
/** Larger than the number of bins in a row of the largest map. */
const KEY_ROW = 2 ** 26
/**
 * Shares of the reach: the radius within which neighbours add to the density of a place, and the radius within which
 * they join its mark.
 */
const HEIGHT_SHARE = 0.6
const JOIN_SHARE = 0.62

/** Points in bins of 8 px, so that the work depends on the size of the map and not on the number of spots. */
export interface PointBins<Point extends WeightedPoint> {
  bins: PointGroup<Point>[]
  index: BinIndex
}

export function createPointBins<Point extends WeightedPoint>(points: Point[]): PointBins<Point> {
  const rows = new Map<number, PointGroup<Point>>()
  for (const point of points) {
    const key = Math.floor(point.y / BIN_PX) * KEY_ROW + Math.floor(point.x / BIN_PX)
    const bin = rows.get(key)
    if (bin) addPoint(bin, point, [point])
    else rows.set(key, { x: point.x, y: point.y, n: point.n, members: [point] })
  }
  const bins = [...rows.values()]
  return { bins, index: createBinIndex(bins, BIN_PX) }
}

/**
 * Clusters points into groups, heaviest first. Each peak of the density absorbs its surroundings, so groups are where
 * the points are and not in the rows of a grid. Groups are at least `apartPx` apart where their centres allow it.
 */
export function clusterPoints<Point extends WeightedPoint>(
  { bins, index }: PointBins<Point>,
  rule: GatherRule,
): PointGroup<Point>[] {
  const heights = measureHeights(bins, index, rule.reachPx)
  const order = bins.map((_, place) => place)
  order.sort((a, b) => (heights[b] ?? 0) - (heights[a] ?? 0) || comparePlaces(bins[a], bins[b]))
  const isTaken = new Uint8Array(bins.length)
  const groups: PointGroup<Point>[] = []
  for (const peak of order) {
    const bin = bins[peak]
    if (!bin || isTaken[peak]) continue
    isTaken[peak] = 1
    const group = { ...bin, members: [...bin.members] }
    index.forEachNear(bin, rule.reachPx * JOIN_SHARE, (other) => {
      const near = bins[other]
      if (!near || isTaken[other]) return
      isTaken[other] = 1
      addPoint(group, near, near.members)
    })
    addGroup(groups, group, rule.apartPx)
  }
  return groups.sort((a, b) => b.n - a.n || comparePlaces(a, b))
}

/** Adds a group, or merges it into the nearest one if that is too close. */
function addGroup<Point extends WeightedPoint>(groups: PointGroup<Point>[], group: PointGroup<Point>, apartPx: number) {
  let nearest: PointGroup<Point> | undefined
  let nearestSquared = apartPx ** 2
  for (const other of groups) {
    const squared = (other.x - group.x) ** 2 + (other.y - group.y) ** 2
    if (squared >= nearestSquared) continue
    nearest = other
    nearestSquared = squared
  }
  if (!nearest) {
    groups.push(group)
    return
  }
  const { x, y } = nearest
  addPoint(nearest, group, group.members)
  // Merging a group that lies between two others must not drag one onto the other.
  const { x: newX, y: newY } = nearest
  const isNear = (other: WeightedPoint) => (other.x - newX) ** 2 + (other.y - newY) ** 2 < apartPx ** 2
  if (groups.some((other) => other !== nearest && isNear(other))) Object.assign(nearest, { x, y })
}

/** Adds spots to a group, which moves to the common centre. */
function addPoint<Point extends WeightedPoint>(group: PointGroup<Point>, { x, y, n }: WeightedPoint, members: Point[]) {
  const total = group.n + n
  group.x = (group.x * group.n + x * n) / total
  group.y = (group.y * group.n + y * n) / total
  group.n = total
  for (const member of members) group.members.push(member)
}

/** Returns the density at each bin: the surrounding spots, weighted by distance. */
function measureHeights(bins: WeightedPoint[], index: BinIndex, reachPx: number): Float64Array {
  const reach = reachPx * HEIGHT_SHARE
  const spread = 2 * (reachPx / 3) ** 2
  const weights = Float64Array.from({ length: Math.ceil(reach ** 2) + 1 }, (_, squared) => Math.exp(-squared / spread))
  const heights = new Float64Array(bins.length)
  bins.forEach((bin, place) => {
    let height = 0
    index.forEachNear(bin, reach, (other, squared) => {
      height += (bins[other]?.n ?? 0) * (weights[Math.round(squared)] ?? 0)
    })
    heights[place] = height
  })
  return heights
}

/** Orders places from left to right, then from top to bottom. */
function comparePlaces(a: WeightedPoint | undefined, b: WeightedPoint | undefined): number {
  return (a?.x ?? 0) - (b?.x ?? 0) || (a?.y ?? 0) - (b?.y ?? 0)
}
