import { nearGround } from '../inks.ts'
import type { Drawing, Sheet } from '../sheet.ts'
import { circle, filled, type Place, polygon, polyline, short, stroked } from '../svg.ts'

const pointsAcross = 50

/** Star trails over a camp; the height of the celestial pole depends on the latitude. */
export function drawStay(sheet: Sheet): Drawing {
  const { width, height, shortSide, unit, random, noise, inks, isNight, lat } = sheet
  const horizon = height * 0.8
  const pole: Place = [width * (0.3 + 0.4 * random()), horizon - (Math.min(Math.abs(lat), 80) / 90) * height * 0.72]
  const trails = drawTrails(sheet, pole)
  const ground = Array.from({ length: pointsAcross + 1 }, (_, step): Place => {
    const x = (step / pointsAcross) * width
    return [x, horizon - (noise((x / shortSide) * 2, 8) - 0.5) * shortSide * 0.22]
  })
  const [x, y] = [width * (0.25 + 0.5 * random()), horizon + shortSide * 0.02]
  const size = shortSide * 0.13
  const near = isNight ? nearGround : inks.deep
  const tent = (half: number, top: number) =>
    polygon([
      [x - size * half, y + size * 0.6],
      [x, y - size * top],
      [x + size * half, y + size * 0.6],
    ])
  return {
    shapes:
      trails +
      filled(circle(...pole, unit * 0.9), inks.deep) +
      filled(`${polyline(ground)}V${height}H0Z`, near) +
      filled(tent(1, 0.7), isNight ? inks.middle : inks.tint) +
      filled(tent(0.25, 0.1), near),
    here: [x, y - size * 0.7],
  }
}

function drawTrails(sheet: Sheet, [poleX, poleY]: Place): string {
  const { shortSide, random, inks, isThumb } = sheet
  const count = Math.ceil((isThumb ? 9 : 20) * 1.6) - 1
  const trails = Array.from({ length: count }, (_, index) => {
    const radius = shortSide * 0.055 * (index + 1)
    const from = random() * 6.28
    const sweep = 1.4 + random() * 3.2
    const at = (angle: number) =>
      `${short(poleX + Math.cos(angle) * radius)} ${short(poleY + Math.sin(angle) * radius)}`
    const r = short(radius)
    return `M${at(from)}A${r} ${r} 0 ${sweep > Math.PI ? 1 : 0} 1 ${at(from + sweep)}`
  })
  const chosen = (strong: boolean) => trails.filter((_, index) => ((index + 1) % 4 === 0) === strong).join('')
  const round = { 'stroke-linecap': 'round' }
  return (
    stroked(chosen(false), inks.middle, sheet.line(0.45), round) +
    stroked(chosen(true), inks.deep, sheet.line(0.7), round)
  )
}
