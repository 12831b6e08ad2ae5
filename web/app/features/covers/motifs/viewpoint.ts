import { mixInks, nearGround } from '../inks.ts'
import { mixNumbers } from '../noise.ts'
import type { Drawing, Sheet } from '../sheet.ts'
import { circle, filled, type Place, polyline, short, stroked } from '../svg.ts'

const pointsAcross = 70

/** Five to seven ridges, far to near, under a sun whose height depends on the latitude. */
export function drawViewpoint(sheet: Sheet): Drawing {
  const { width, height, shortSide, unit, random, noise, inks, isThumb, isNight, lat } = sheet
  const horizon = height * (0.3 + 0.12 * random())
  const sunX = width * (0.2 + 0.6 * random())
  const sunRadius = shortSide * (0.09 + 0.05 * random())
  const sunY = horizon - shortSide * (0.04 + 0.22 * (1 - Math.abs(lat) / 90))
  const halos = [1.5, 2, 2.5].map((factor) => circle(sunX, sunY, sunRadius * factor)).join('')
  const count = isThumb ? 5 : 7
  const ridge = (index: number): Place[] => {
    const near = index / (count - 1)
    const base = mixNumbers(horizon, height * 0.86, near)
    const rise = shortSide * (0.09 + 0.12 * near) * 2.4
    return Array.from({ length: pointsAcross + 1 }, (_, step) => {
      const x = (step / pointsAcross) * width
      return [x, base - (noise((x / shortSide) * (2.6 - near) + index * 31, index * 7, 4) - 0.5) * rise]
    })
  }
  const ridges = Array.from({ length: count }, (_, index) => ridge(index))
  const drawn = ridges.map((points, index) => {
    const near = index / (count - 1)
    const ink = isNight
      ? mixInks(inks.middle, nearGround, 0.18 + 0.8 * near ** 0.8)
      : mixInks(inks.tint, inks.deep, near ** 1.2)
    const line = polyline(points)
    return (
      filled(`${line}V${height}H0Z`, ink) +
      stroked(line, isNight ? inks.middle : inks.ground, unit * 0.28, { opacity: 0.7 })
    )
  })
  const nearest = ridges.at(-1) ?? []
  const here = nearest[Math.round(nearest.length * (0.25 + 0.5 * random()))]
  return {
    shapes: filled(circle(sunX, sunY, sunRadius), inks.tint) + stroked(halos, inks.tint, unit * 0.4) + drawn.join(''),
    here: here ?? [width / 2, Number(short(height * 0.86))],
  }
}
