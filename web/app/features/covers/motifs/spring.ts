import type { Drawing, Sheet } from '../sheet.ts'
import { circle, filled, short, stroked } from '../svg.ts'

/** Two sets of ripples. */
export function drawSpring(sheet: Sheet): Drawing {
  const { width, height, shortSide, unit, random, inks, isThumb } = sheet
  const [x, y] = [width * (0.35 + 0.3 * random()), height * (0.4 + 0.25 * random())]
  const [farX, farY] = [width * (random() > 0.5 ? 0.05 : 0.95), height * random()]
  const count = isThumb ? 9 : 20
  const ring = (step: number) => circle(x, y, shortSide * 0.06 * step ** 1.16)
  const steps = Array.from({ length: count }, (_, index) => count - index)
  const tints = steps.filter((step) => step % 2 === 0).map((step) => filled(ring(step), inks.tint, { opacity: 0.22 }))
  const rings = (strong: boolean) => steps.map((step) => ((step % 5 === 0) === strong ? ring(step) : '')).join('')
  const farRings = Array.from({ length: isThumb ? 4 : 9 }, (_, index) =>
    stroked(circle(farX, farY, shortSide * 0.05 * (index + 1) ** 1.2), inks.middle, unit * 0.34, {
      opacity: short(1 - (index + 1) * 0.08),
    }),
  )
  return {
    shapes:
      tints.join('') +
      stroked(rings(false), inks.middle, sheet.line(0.36)) +
      stroked(rings(true), inks.deep, sheet.line(0.55)) +
      farRings.join(''),
    here: [x, y],
  }
}
