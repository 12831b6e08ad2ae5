import type { Box, MarkCircle, TownName } from './label-towns.ts'

const ROUNDS = 30
/** The maximum step per round. */
const NAME_STEP_PX = 2
const MARK_STEP_PX = 1.5
const NAME_GAP_PX = 3
const MARK_GAP_PX = 8

/**
 * Moves rings and icons off the names of towns and off each other. Returns the new positions in the order of the marks.
 * Dots stay.
 */
export function moveMarksOffNames(marks: MarkCircle[], names: TownName[]): { x: number; y: number }[] {
  const moved = marks.map((mark) => ({ ...mark }))
  const movable = moved.flatMap((mark, place) => (mark.isDot ? [] : [{ mark, place }]))
  for (let round = 0; round < ROUNDS; round++) {
    let isMoving = false
    for (const { mark, place } of movable) {
      for (const name of names) {
        if (name.mark !== place && moveOffBox(mark, name.box)) isMoving = true
      }
      for (const { mark: other } of movable) {
        if (other !== mark && pushApart(mark, other)) isMoving = true
      }
    }
    if (!isMoving) break
  }
  return moved.map(({ x, y }) => ({ x, y }))
}

function moveOffBox(mark: MarkCircle, { left, top, right, bottom }: Box): boolean {
  const clear = mark.radius + NAME_GAP_PX
  let dx = mark.x - Math.min(Math.max(mark.x, left), right)
  let dy = mark.y - Math.min(Math.max(mark.y, top), bottom)
  let gap = Math.hypot(dx, dy)
  if (gap >= clear) return false
  if (gap < 0.01) {
    // Inside the label: towards the nearer of its long sides.
    dx = 0
    dy = mark.y < (top + bottom) / 2 ? -1 : 1
    gap = 1
  }
  const step = Math.min(NAME_STEP_PX, clear - gap) / gap
  mark.x += dx * step
  mark.y += dy * step
  return true
}

function pushApart(one: MarkCircle, other: MarkCircle): boolean {
  const [dx, dy] = [one.x - other.x, one.y - other.y]
  const gap = Math.hypot(dx, dy)
  const clear = one.radius + other.radius + MARK_GAP_PX
  if (gap >= clear || gap <= 0.1) return false
  const step = Math.min(MARK_STEP_PX, clear - gap) / 2 / gap
  one.x += dx * step
  one.y += dy * step
  other.x -= dx * step
  other.y -= dy * step
  return true
}
