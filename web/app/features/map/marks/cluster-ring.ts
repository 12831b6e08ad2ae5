/** The part of a cluster's ring for a group of categories, as an SVG arc. */
interface RingArc<Group extends string> {
  group: Group
  path: string
}

/** A cluster's disc with its ring. */
export interface ClusterDrawing<Group extends string> {
  sizePx: number
  radiusPx: number
  arcs: RingArc<Group>[]
}

/** The width of the disc by the number of spots. */
const DIAMETERS_PX = [
  [25, 36],
  [100, 42],
  [400, 48],
] as const
const LARGEST_PX = 54
/** Room for the halo around the disc. */
const MARGIN_PX = 2
const RING_INSET_PX = 3
const GAP_DEGREES = 3.5

/** Splits the ring of a cluster by the share of each group, largest first, clockwise from the top. */
export function drawCluster<Group extends string>(
  count: number,
  groups: { group: Group; count: number }[],
): ClusterDrawing<Group> {
  const diameter = DIAMETERS_PX.find(([upTo]) => count <= upTo)?.[1] ?? LARGEST_PX
  const total = groups.reduce((sum, group) => sum + group.count, 0) || 1
  const middle = diameter / 2 + MARGIN_PX
  const radius = diameter / 2 - RING_INSET_PX
  let angle = -90
  const arcs = groups
    .filter((group) => group.count > 0)
    .toSorted((a, b) => b.count - a.count)
    .map(({ group, count: share }) => {
      const sweep = (share / total) * 360
      const gap = Math.min(GAP_DEGREES, sweep / 3)
      const path = drawArc(middle, radius, angle + gap / 2, sweep - gap)
      angle += sweep
      return { group, path }
    })
  return { sizePx: diameter + 2 * MARGIN_PX, radiusPx: diameter / 2, arcs }
}

/** Formats a count for a cluster: 640, then 1.2k, 18k and 1.2M. */
export function formatClusterCount(count: number): string {
  if (count < 1000) return String(count)
  const [unit, letter] = count < 999_500 ? [1000, 'k'] : [1_000_000, 'M']
  const value = count / unit
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)}${letter}`
}

function drawArc(middle: number, radius: number, startDegrees: number, sweepDegrees: number): string {
  const at = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180
    return `${round(middle + radius * Math.cos(angle))} ${round(middle + radius * Math.sin(angle))}`
  }
  const isLarge = sweepDegrees > 180 ? 1 : 0
  return `M${at(startDegrees)}A${radius} ${radius} 0 ${isLarge} 1 ${at(startDegrees + sweepDegrees)}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
