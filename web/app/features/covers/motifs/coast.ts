import { areaPath, contourPath, type Field, heightAt, sampleField } from '../contours.ts'
import type { Drawing, Sheet } from '../sheet.ts'
import { filled, type Place, short, stroked } from '../svg.ts'

const waterLevel = 0.52
const tries = 300

/** A coast of noise on a tilted plane, with water lines that fade out to sea. */
export function drawCoast(sheet: Sheet): Drawing {
  const { width, height, shortSide, unit, random, noise, inks, isThumb, land, landLine } = sheet
  const angle = random() * 6.28
  const field = sampleField(width, height, unit * 2.8, (x, y) => {
    const uphill = (x - width / 2) * Math.cos(angle) + (y - height / 2) * Math.sin(angle)
    const rough = noise((x / shortSide) * 2.2, (y / shortSide) * 2.2, 4) - 0.5
    return 0.5 + (uphill / Math.max(width, height)) * 0.95 + rough * 0.75
  })
  const count = isThumb ? 5 : 10
  const waterLines = Array.from({ length: count }, (_, index) => count - index).map((step) =>
    stroked(contourPath(field, waterLevel - step * 0.034 - step * step * 0.0012), inks.middle, sheet.line(0.36), {
      opacity: short(1 - 0.075 * step),
    }),
  )
  const hills = isThumb ? '' : [1, 2, 3].map((step) => contourPath(field, waterLevel + step * 0.11)).join('')
  return {
    shapes:
      waterLines.join('') +
      filled(areaPath(field, waterLevel), land) +
      stroked(contourPath(field, waterLevel), inks.deep, sheet.line(0.62)) +
      stroked(hills, landLine, unit * 0.3),
    here: shorePoint(sheet, field),
  }
}

function shorePoint({ width, height, random }: Sheet, field: Field): Place {
  let best: Place = [width / 2, height / 2]
  let nearest = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < tries; attempt++) {
    const [x, y] = [width * (0.2 + 0.6 * random()), height * (0.2 + 0.6 * random())]
    const distance = Math.abs(heightAt(field, x, y) - waterLevel)
    if (distance < nearest) {
      nearest = distance
      best = [x, y]
    }
  }
  return best
}
