import type { Drawing, Sheet } from '../sheet.ts'
import { filled, outline, rectangle, short, stroked } from '../svg.ts'

/** Rows of scalloped awnings. */
export function drawMarket(sheet: Sheet): Drawing {
  const { width, height, random, isThumb } = sheet
  const rows = isThumb ? 2 : 3
  const rowHeight = height / rows
  const shapes = Array.from({ length: rows }, (_, row) => drawRow(sheet, row, rowHeight)).join('')
  return { shapes, here: [width * (0.25 + 0.5 * random()), (rows - 1) * rowHeight + rowHeight * 0.8] }
}

function drawRow({ width, shortSide, unit, random, inks }: Sheet, row: number, rowHeight: number): string {
  const count = Math.round((width / shortSide) * (6 + Math.floor(random() * 4)))
  const stripe = width / count
  const y = row * rowHeight
  const stripes = ['', '', '', '']
  for (let index = -1; index <= count; index++) {
    stripes[(index + 4) % 4] += awning(index * stripe + (row % 2 ? stripe / 2 : 0), y, stripe, rowHeight * 0.46)
  }
  const shelves = [0.72, 0.78, 0.84, 0.9, 0.96].map((share) => `M0 ${short(y + rowHeight * share)}H${width}`).join('')
  const line = outline(inks.deep, unit * 0.34)
  return (
    filled(rectangle(0, y, width, rowHeight + 1), row % 2 ? inks.tint : inks.ground) +
    stroked(shelves, inks.middle, unit * 0.3) +
    filled(stripes[0] ?? '', inks.middle, line) +
    filled(`${stripes[1]}${stripes[3]}`, inks.ground, line) +
    filled(stripes[2] ?? '', inks.deep, line)
  )
}

function awning(x: number, y: number, width: number, drop: number): string {
  const half = short(width / 2)
  return `M${short(x)} ${short(y)}h${short(width)}v${short(drop)}a${half} ${half} 0 0 1 ${short(-width)} 0Z`
}
