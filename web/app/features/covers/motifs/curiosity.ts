import type { Drawing, Sheet } from '../sheet.ts'
import { circle, filled, type Place, polygon, stroked } from '../svg.ts'

/** A guilloche of nested hypotrochoids. */
export function drawCuriosity(sheet: Sheet): Drawing {
  const { width, height, shortSide, unit, random, inks, isThumb } = sheet
  const centre: Place = [width / 2, height / 2]
  const wheel = [7, 9, 11, 8, 10][Math.floor(random() * 5)] ?? 7
  const roller = [3, 4, 5][Math.floor(random() * 3)] ?? 3
  const curves = Array.from({ length: isThumb ? 3 : 6 }, (_, index) => {
    const arm = 0.55 + index * (isThumb ? 0.5 : 0.24)
    return polygon(hypotrochoid(sheet, centre, wheel, roller, arm))
  })
  const strong = (chosen: boolean) => curves.filter((_, index) => (index % 3 === 2) === chosen).join('')
  const frame = [0.59, 0.68, 0.77].map((radius) => circle(...centre, shortSide * radius)).join('')
  return {
    shapes:
      filled(circle(...centre, shortSide * 0.47), inks.tint, { opacity: 0.55 }) +
      stroked(strong(false), inks.middle, sheet.line(0.34)) +
      stroked(strong(true), inks.deep, sheet.line(0.5)) +
      stroked(frame, inks.middle, unit * 0.34),
    here: centre,
  }
}

function hypotrochoid({ shortSide }: Sheet, [x, y]: Place, wheel: number, roller: number, arm: number): Place[] {
  const steps = Math.max(160, roller * 80)
  const scale = (shortSide * 0.42) / wheel
  const ratio = (wheel - roller) / roller
  return Array.from({ length: steps }, (_, index) => {
    const angle = (index / steps) * Math.PI * 2 * roller
    return [
      x + ((wheel - roller) * Math.cos(angle) + arm * roller * Math.cos(ratio * angle)) * scale,
      y + ((wheel - roller) * Math.sin(angle) - arm * roller * Math.sin(ratio * angle)) * scale,
    ]
  })
}
