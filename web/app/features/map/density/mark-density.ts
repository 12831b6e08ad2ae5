import {
  clusterPoints,
  createPointBins,
  type GatherRule,
  type PointGroup,
  type WeightedPoint,
} from './cluster-points.ts'

/** The density of marks at a zoom. */
interface DensityRule extends GatherRule {
  /** The maximum number of rings and icons. All other marks are dots. */
  max: number
  /** The number of rings, icons and dots above which the reach of marks grows. */
  maxWithDots: number
}

/** The marks of a view: rings and icons, and dots for places with fewer spots than the smallest ring. */
export interface PlacedMarks<Point extends WeightedPoint = WeightedPoint> {
  marks: PointGroup<Point>[]
  dots: PointGroup<Point>[]
}

/** The map areas of a 1440 × 900 px window and of a phone. The limits for sizes between them are interpolated. */
const LARGE = { areaPx: 992 * 772, max: 40 }
const SMALL = { areaPx: 390 * 470, max: 16 }
const DOTS_PER_MARK = 90 / 40
/** The step by which the reach grows while there are too many marks. */
const REACH_STEP_PX = 8
const WIDEST_REACH_PX = 112
/** The lowest zooms at which streets are visible, and at which spots are shown individually. */
const STREET_ZOOM = 13
const SPOT_ZOOM = 15.5

/** Returns the rule for a zoom and the size of a map in pixels. */
export function chooseDensity(zoom: number, { width, height }: { width: number; height: number }): DensityRule {
  const share = Math.min(1, Math.max(0, (width * height - SMALL.areaPx) / (LARGE.areaPx - SMALL.areaPx)))
  const max = Math.round(SMALL.max + share * (LARGE.max - SMALL.max))
  const common = { max, maxWithDots: Math.round(max * DOTS_PER_MARK) }
  if (zoom >= SPOT_ZOOM) return { ...common, reachPx: 36, apartPx: 44 }
  if (zoom >= STREET_ZOOM) return { ...common, reachPx: 66, apartPx: 64 }
  return { ...common, reachPx: 72, apartPx: 64 }
}

/** Places marks for points of a view. Deterministic, and independent of the origin of the view. */
export function placeMarks<Point extends WeightedPoint>(points: Point[], rule: DensityRule): PlacedMarks<Point> {
  let { reachPx } = rule
  const bins = createPointBins(points)
  let groups = clusterPoints(bins, rule)
  while (groups.length > rule.maxWithDots && reachPx < WIDEST_REACH_PX) {
    reachPx = Math.min(WIDEST_REACH_PX, reachPx + REACH_STEP_PX)
    groups = clusterPoints(bins, { reachPx, apartPx: rule.apartPx })
  }
  return { marks: groups.slice(0, rule.max), dots: groups.slice(rule.max) }
}
