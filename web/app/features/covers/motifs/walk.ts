import { areaPath, contourPath, sampleField } from '../contours.ts'
import { mixNumbers } from '../noise.ts'
import type { Drawing, Sheet } from '../sheet.ts'
import { dashes, filled, type Place, smoothLine, stroked } from '../svg.ts'

const bends = 16

/** A dashed path over faint contours. */
export function drawWalk(sheet: Sheet): Drawing {
  const { width, height, shortSide, unit, random, noise, inks, isThumb, seed } = sheet
  const field = sampleField(width, height, unit * 3.2, (x, y) => noise((x / shortSide) * 1.9, (y / shortSide) * 1.9))
  const count = isThumb ? 7 : 13
  const levels = Array.from({ length: count }, (_, index) => 0.2 + (index * 0.62) / count)
  const tints = levels
    .filter((_, index) => index % 4 === 0)
    .map((level) => filled(areaPath(field, level), inks.tint, { opacity: 0.3 }))
  const lines = levels.map((level) => contourPath(field, level)).join('')
  const path = Array.from({ length: bends + 1 }, (_, index): Place => {
    const share = index / bends
    const swing = Math.sin(share * 5.2 + random() * 0.3 + (seed % 6))
    return [
      mixNumbers(-width * 0.05, width * 1.05, share),
      height * (0.5 + 0.36 * swing) + (noise(share * 5, 3) - 0.5) * height * 0.3,
    ]
  })
  const line = smoothLine(path)
  return {
    shapes:
      tints.join('') +
      stroked(lines, inks.middle, sheet.line(0.3), { opacity: 0.75 }) +
      stroked(line, inks.ground, unit * 3.4) +
      stroked(line, inks.deep, unit * 1.3, dashes(unit * 4, unit * 2.2)),
    here: path[5 + Math.floor(random() * 6)] ?? [width / 2, height / 2],
  }
}
