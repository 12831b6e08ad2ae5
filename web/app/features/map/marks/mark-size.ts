import { drawCluster } from './cluster-ring.ts'

/** Half the size of a single icon with its halo. */
const ICON_RADIUS_PX = 15
const DOT_RADIUS_PX = 2.5
const LARGE_DOT_RADIUS_PX = 3.5
/** Dots for more spots are large. */
const LARGE_DOT_SPOTS = 9

/** Returns half the width of a ring, or of the icon of a single spot. */
export function markRadius(n: number): number {
  return n === 1 ? ICON_RADIUS_PX : drawCluster(n, []).radiusPx
}

/** Returns half the width of a dot for a number of spots. */
export function dotRadius(n: number): number {
  return n > LARGE_DOT_SPOTS ? LARGE_DOT_RADIUS_PX : DOT_RADIUS_PX
}
