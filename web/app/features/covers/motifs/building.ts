import type { Drawing, Sheet } from '../sheet.ts'
import { filled, outline, type Place, polygon, short } from '../svg.ts'

type Avenue = { slope: number; shift: number }
type Block = { corners: Place[]; centre: Place; density: number; score: number }

/** A turned street grid that an avenue cuts; the wedge left over is the one dark house. */
export function drawBuilding(sheet: Sheet): Drawing {
  const { width, height, shortSide, unit, random, inks, isThumb } = sheet
  const reach = Math.hypot(width, height)
  const degrees = (random() - 0.5) * 60
  const street = shortSide * (isThumb ? 0.26 : 0.155)
  const avenue: Avenue = { shift: (random() - 0.5) * reach * 0.3, slope: 0.55 + random() * 0.5 }
  const columns = spacing(sheet, reach, street)
  const rows = spacing(sheet, reach, street)
  const blocks = columns.flatMap((column) => rows.flatMap((row) => layBlock(sheet, column, row, street, avenue)))
  const wedge = blocks.reduce((best, block) => (block.score < best.score ? block : best), fallback(street))
  const draw = (chosen: (block: Block) => boolean, ink: string) =>
    filled(
      blocks
        .filter(chosen)
        .map((block) => polygon(block.corners))
        .join(''),
      ink,
      outline(inks.deep, unit * 0.34),
    )
  const yards = isThumb
    ? []
    : blocks
        .filter(hasYard)
        .map(({ corners, centre }) => polygon(corners.map((corner) => between(corner, centre, 0.3))))
  return {
    shapes:
      `<g transform="translate(${short(width / 2)} ${short(height / 2)}) rotate(${short(degrees)})">` +
      draw(({ density }) => density <= 0.44, inks.ground) +
      draw(({ density }) => density > 0.44 && density <= 0.6, inks.tint) +
      draw(({ density }) => density > 0.6, inks.middle) +
      filled(yards.join(''), inks.ground, outline(inks.deep, unit * 0.26)) +
      filled(polygon(wedge.corners), inks.deep) +
      '</g>',
    here: besideAvenue(sheet, wedge.corners, avenue, street, degrees),
  }
}

function spacing({ random }: Sheet, reach: number, street: number): (readonly [number, number])[] {
  const spans: (readonly [number, number])[] = []
  let start = -reach / 1.7
  while (start < reach / 1.7) {
    const end = start + street * (0.7 + 0.7 * random())
    spans.push([start, end])
    start = end
  }
  return spans
}

function layBlock(
  { shortSide, noise }: Sheet,
  [left, right]: readonly [number, number],
  [top, bottom]: readonly [number, number],
  street: number,
  { slope, shift }: Avenue,
): Block[] {
  const gap = street * 0.085
  const centre: Place = [(left + right) / 2, (top + bottom) / 2]
  const fromAvenue = centre[1] - (centre[0] * slope + shift)
  const side = fromAvenue > 0 ? 1 : -1
  const square: Place[] = [
    [left + gap, top + gap],
    [right - gap, top + gap],
    [right - gap, bottom - gap],
    [left + gap, bottom - gap],
  ]
  const corners = clip(square, ([x, y]) => side * (y - (x * slope + shift)) - street * 0.2)
  if (corners.length < 3) return []
  const density = noise((centre[0] / shortSide) * 2 + 20, (centre[1] / shortSide) * 2 + 20)
  const area = areaOf(corners)
  const nearAvenue = Math.abs(fromAvenue) < Math.hypot(right - left, bottom - top) * 0.42 * 1.6
  const fits = corners.length <= 4 && nearAvenue && area > street * street * 0.12
  const distance = Math.hypot(...centre) / shortSide
  const score = distance - (area / (street * street)) * 0.5 + (corners.length === 3 ? 0 : 0.6)
  return [{ corners, centre, density, score: fits ? score : Number.POSITIVE_INFINITY }]
}

function hasYard({ corners, density }: Block): boolean {
  return density <= 0.5 && density > 0.36 && corners.length === 4
}

function fallback(street: number): Block {
  const corners: Place[] = [
    [0, 0],
    [street, 0],
    [0, street * 0.5],
  ]
  return { corners, centre: [0, 0], density: 1, score: Number.POSITIVE_INFINITY }
}

/** The point on the avenue in front of the wedge, turned like the grid. */
function besideAvenue(
  { width, height }: Sheet,
  corners: readonly Place[],
  { slope, shift }: Avenue,
  street: number,
  degrees: number,
): Place {
  const middleX = corners.reduce((sum, [x]) => sum + x, 0) / corners.length
  const middleY = corners.reduce((sum, [, y]) => sum + y, 0) / corners.length
  const side = middleY - (middleX * slope + shift) > 0 ? -1 : 1
  const [x, y] = [middleX - side * slope * street * 0.42, middleY + side * street * 0.42]
  const angle = (degrees * Math.PI) / 180
  return [width / 2 + x * Math.cos(angle) - y * Math.sin(angle), height / 2 + x * Math.sin(angle) + y * Math.cos(angle)]
}

/** The part of a polygon on the positive side (Sutherland and Hodgman). */
function clip(corners: readonly Place[], sideOf: (corner: Place) => number): Place[] {
  return corners.flatMap((corner, index) => {
    const next = corners[(index + 1) % corners.length] ?? corner
    const [here, there] = [sideOf(corner), sideOf(next)]
    const kept = here >= 0 ? [corner] : []
    return here >= 0 === there >= 0 ? kept : [...kept, between(corner, next, here / (here - there))]
  })
}

function between(from: Place, to: Place, share: number): Place {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
}

function areaOf(corners: readonly Place[]): number {
  const twice = corners.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.abs(twice) / 2
}
