/** A rectangle in pixels. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** A ring, an icon or a dot on the map, in pixels. */
export interface MarkCircle {
  x: number
  y: number
  radius: number
  isDot: boolean
}

/** A town that needs a label, in pixels. */
export interface Town {
  x: number
  y: number
  /** The size of its label. */
  width: number
  height: number
}

/** The position of a town's label. */
export interface TownName {
  box: Box
  /** The index of the mark that covers the town. The label is placed at its edge. */
  mark: number | undefined
}

/** A town within this distance of a mark is labelled at the mark. */
const COVERED_PX = 30
const MARK_GAP_PX = 4
const TOWN_DOT_GAP_PX = 8
/** The penalties for the possible sides of a label. */
const COST = { laterSide: 0.3, mark: 2, dot: 0.4, name: 20, edge: 3 }
const DOT_CLEAR_PX = 4

/**
 * Chooses the position of each label, in the order of the towns: below, right, above or left of the mark that covers
 * the town, or of the town itself. Labels avoid other labels and the `taken` boxes, then marks, then dots. Marks are
 * moved afterwards, see `moveMarksOffNames`.
 */
export function labelTowns(towns: Town[], marks: MarkCircle[], view: Box, taken: Box[] = []): TownName[] {
  const written: TownName[] = []
  for (const town of towns) {
    const mark = findCover(town, marks)
    const boxes = [...taken, ...written.map((name) => name.box)]
    const box = listSides(town, mark === undefined ? undefined : marks[mark])
      .map((side, place) => ({
        side,
        cost: place * COST.laterSide + rate(side, { mark, marks, written: boxes, view }),
      }))
      .reduce((best, next) => (next.cost < best.cost ? next : best)).side
    written.push({ box, mark })
  }
  return written
}

function findCover(town: Town, marks: MarkCircle[]): number | undefined {
  const near = marks
    .map((mark, place) => ({ place, gap: Math.hypot(mark.x - town.x, mark.y - town.y), ...mark }))
    .filter(({ isDot, gap }) => !isDot && gap < COVERED_PX)
  return near.toSorted((a, b) => b.radius - a.radius || a.gap - b.gap)[0]?.place
}

function listSides({ x, y, width, height }: Town, mark: MarkCircle | undefined): Box[] {
  const [cx, cy] = mark ? [mark.x, mark.y] : [x, y]
  const gap = mark ? mark.radius + MARK_GAP_PX : TOWN_DOT_GAP_PX
  const corners: [left: number, top: number][] = [
    [cx - width / 2, cy + gap],
    [cx + gap + 2, cy - height / 2],
    [cx - width / 2, cy - gap - height],
    [cx - gap - 2 - width, cy - height / 2],
  ]
  return corners.map(([left, top]) => ({ left, top, right: left + width, bottom: top + height }))
}

function rate(
  box: Box,
  { mark, marks, written, view }: { mark: number | undefined; marks: MarkCircle[]; written: Box[]; view: Box },
): number {
  const isCut = box.left < view.left || box.right > view.right || box.top < view.top || box.bottom > view.bottom
  let cost = isCut ? COST.edge : 0
  marks.forEach((other, place) => {
    if (place === mark) return
    const clear = other.isDot ? DOT_CLEAR_PX : other.radius + 2
    const gap = measureGap(other, box)
    if (gap < clear) cost += other.isDot ? COST.dot : COST.mark + (clear - gap) / 8
  })
  return cost + COST.name * written.filter((other) => overlaps(other, box)).length
}

/** Returns the distance of a point from a box, 0 inside it. */
export function measureGap({ x, y }: { x: number; y: number }, { left, top, right, bottom }: Box): number {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top
}
