import { areaPath, contourPath, sampleField } from '../contours.ts'
import type { Drawing, Sheet } from '../sheet.ts'
import { filled, stroked } from '../svg.ts'

const lowest = 0.22
const relief = 1.1

/** Contours of two peaks, every fifth strong. */
export function drawSummit(sheet: Sheet): Drawing {
  const { width, height, shortSide, unit, random, noise, inks, isThumb } = sheet
  const peak = { x: width * (0.3 + 0.4 * random()), y: height * (0.3 + 0.3 * random()), spread: 0.3, rise: 0.9 }
  const second = { x: width * random(), y: height * (0.6 + 0.4 * random()), spread: 0.26, rise: 0.55 }
  const hill = (x: number, y: number, { x: hillX, y: hillY, spread, rise }: typeof peak) =>
    rise * Math.exp(-((x - hillX) ** 2 + (y - hillY) ** 2) / (2 * (spread * shortSide) ** 2))
  const field = sampleField(
    width,
    height,
    unit * 3,
    (x, y) => hill(x, y, peak) + hill(x, y, second) + noise((x / shortSide) * 2.6, (y / shortSide) * 2.6) * 0.5,
  )
  const count = isThumb ? 8 : Math.round(15 * Math.max(1, Math.sqrt(width * height) / 560))
  const tintEvery = Math.round(count / 5)
  const levels = Array.from({ length: count }, (_, index) => lowest + (index * relief) / count)
  const tints = levels
    .filter((_, index) => index % tintEvery === 0)
    .map((level) => filled(areaPath(field, level), inks.tint, { opacity: isThumb ? 0.45 : 0.28 }))
  const lines = (strong: boolean) =>
    levels.map((level, index) => ((index % 5 === 4) === strong ? contourPath(field, level) : '')).join('')
  return {
    shapes:
      tints.join('') +
      stroked(lines(false), inks.middle, sheet.line(0.34)) +
      stroked(lines(true), inks.deep, sheet.line(0.62)),
    here: [peak.x, peak.y],
  }
}
