import type { Drawing, Sheet } from '../sheet.ts'
import { circle, filled, type Place, short, stroked } from '../svg.ts'

/** Rings left by cups. */
export function drawCafe(sheet: Sheet): Drawing {
  const { width, height, shortSide, random, isThumb } = sheet
  const cups = Array.from({ length: isThumb ? 4 : 7 }, (_, index) => ({
    x: width * (0.08 + 0.84 * ((index * 0.618 + random() * 0.2) % 1)),
    y: height * (0.1 + 0.8 * random()),
    radius: shortSide * (0.2 + 0.12 * random()),
  }))
  const first: Place = [cups[0]?.x ?? width / 2, cups[0]?.y ?? height / 2]
  return { shapes: cups.map((cup, index) => drawCup(sheet, cup, index)).join(''), here: first }
}

function drawCup(
  { unit, inks }: Sheet,
  { x, y, radius }: { x: number; y: number; radius: number },
  index: number,
): string {
  const ink = [inks.middle, inks.tint, inks.deep, inks.middle][index % 4] ?? inks.middle
  const half = short(radius * 0.5)
  const filling = index % 3 === 1 ? filled(circle(x, y, radius * 0.86), inks.tint, { opacity: 0.85 }) : ''
  const handle = `M${short(x - radius * 0.5)} ${short(y)}a${half} ${half} 0 0 1 ${half} -${half}`
  return (
    filling +
    stroked(circle(x, y, radius), ink, unit * (index % 2 ? 2.6 : 1.1), { opacity: index % 4 === 2 ? 0.9 : 0.85 }) +
    stroked(circle(x + unit, y - unit * 0.6, radius * 0.93), ink, unit * 0.5) +
    (index % 2 === 0 ? stroked(handle, ink, unit * 0.6) : '')
  )
}
