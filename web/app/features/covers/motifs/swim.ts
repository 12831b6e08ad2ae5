import { areaPath, contourPath, sampleField } from '../contours.ts'
import { mixInks } from '../inks.ts'
import type { Drawing, Sheet } from '../sheet.ts'
import { filled, rectangle, stroked } from '../svg.ts'

const shore = 0.42

/** The depth steps of a lake. */
export function drawSwim(sheet: Sheet): Drawing {
  const { width, height, shortSide, unit, random, noise, inks, isThumb, land, landLine } = sheet
  const [centreX, centreY] = [width * (0.42 + 0.16 * random()), height * (0.42 + 0.16 * random())]
  const angle = random() * 3
  const field = sampleField(width, height, unit * 3, (x, y) => {
    const along = (x - centreX) * Math.cos(angle) + (y - centreY) * Math.sin(angle)
    const across = (y - centreY) * Math.cos(angle) - (x - centreX) * Math.sin(angle)
    const away = Math.hypot(along / (shortSide * 0.72), across / (shortSide * 0.46))
    return 1 - away * 0.62 + (noise((x / shortSide) * 2, (y / shortSide) * 2) - 0.5) * 0.62
  })
  const count = isThumb ? 5 : 8
  const depths = Array.from({ length: count }, (_, step) => {
    const level = shore + (step * 0.44) / count
    const ink = mixInks(inks.ground, inks.middle, (step / (count - 1)) * 0.95)
    const line = contourPath(field, level)
    return (
      filled(areaPath(field, level), ink) +
      stroked(line, inks.deep, sheet.line(step ? 0.26 : 0.62), step ? { opacity: 0.55 } : {})
    )
  })
  const banks = [1, 2, 3].map((step) => contourPath(field, shore - step * 0.07)).join('')
  return {
    shapes: filled(rectangle(0, 0, width, height), land) + depths.join('') + stroked(banks, landLine, unit * 0.28),
    here: [centreX, centreY],
  }
}
