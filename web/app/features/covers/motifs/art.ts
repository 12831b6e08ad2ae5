import type { Drawing, Sheet } from '../sheet.ts'
import { circle, filled, type Place, short, stroked, turn } from '../svg.ts'

/** Bold Truchet tiles. */
export function drawArt(sheet: Sheet): Drawing {
  const { width, height, shortSide, isThumb } = sheet
  const tile = shortSide / (isThumb ? 2.6 : 3.6)
  let shapes = ''
  for (let y = 0; y < height; y += tile) {
    for (let x = 0; x < width; x += tile) shapes += drawTile(sheet, [x, y], tile)
  }
  return {
    shapes,
    here: [Math.floor((width / tile) * 0.5) * tile, Math.floor((height / tile) * 0.5) * tile],
  }
}

function drawTile({ random, inks }: Sheet, [x, y]: Place, size: number): string {
  const quarter = Math.floor(random() * 4)
  const ink = [inks.middle, inks.deep, inks.tint][Math.floor(random() * 3)] ?? inks.middle
  const kind = random()
  const centre: Place = [x + size / 2, y + size / 2]
  const turned = quarter === 0 ? {} : turn(quarter * 90, centre)
  if (kind < 0.62) return stroked(twoArcs([x, y], size), ink, size * 0.36, turned)
  const full = short(size)
  if (kind < 0.82)
    return filled(`M${short(x)} ${short(y)}h${full}a${full} ${full} 0 0 1 -${full} ${full}Z`, ink, turned)
  return filled(circle(...centre, size * 0.36) + circle(...centre, size * 0.16), ink, { 'fill-rule': 'evenodd' })
}

function twoArcs([x, y]: Place, size: number): string {
  const half = short(size / 2)
  return (
    `M${short(x + size / 2)} ${short(y)}a${half} ${half} 0 0 1 -${half} ${half}` +
    `M${short(x + size)} ${short(y + size / 2)}a${half} ${half} 0 0 0 -${half} ${half}`
  )
}
