import type { Drawing, Sheet } from '../sheet.ts'
import { circle, filled, type Place, polygon, polyline, rectangle, stroked } from '../svg.ts'

/** An obelisk on a sundial. The direction of its shadow depends on the longitude. */
export function drawMemorial(sheet: Sheet): Drawing {
  const { width, height, shortSide, random, inks, lat, lng } = sheet
  const [x, y] = [width * (0.36 + 0.28 * random()), height * 0.7]
  const sun = (((lng + 180) / 360) * 2 - 1) * 0.9 - 0.2 + (random() - 0.5) * 0.5
  const size = (factor: number) => shortSide * factor
  const reach = size(0.5 + Math.abs(lat) / 90) * (sun < 0 ? -1 : 1)
  const shadow: Place[] = [
    [x - size(0.12), y + size(0.11)],
    [x + size(0.12), y + size(0.11)],
    [x + reach + size(0.02), y + size(0.26)],
    [x + reach - size(0.03), y + size(0.26)],
  ]
  const tip: Place = [x, y - size(0.57)]
  const face = (side: -1 | 1) =>
    polygon([[x + side * size(0.055), y], [x + side * size(0.036), y - size(0.5)], tip, [x, y]])
  const base =
    rectangle(x - size(0.11), y, size(0.22), size(0.055)) +
    rectangle(x - size(0.16), y + size(0.05), size(0.32), size(0.06))
  return {
    shapes:
      dial(sheet, [x, y]) +
      filled(polygon(shadow), inks.tint) +
      filled(face(-1), inks.middle) +
      filled(face(1) + base, inks.deep),
    here: tip,
  }
}

function dial({ shortSide, unit, inks, isThumb }: Sheet, [x, y]: Place): string {
  const rings = (strong: boolean) =>
    Array.from({ length: isThumb ? 4 : 8 }, (_, index) => index + 1)
      .map((step) => ((step % 3 === 0) === strong ? circle(x, y, shortSide * 0.13 * step) : ''))
      .join('')
  const count = isThumb ? 16 : 48
  const ray = (index: number, from: number) => {
    const angle = (index / count) * 6.2832
    const at = (radius: number): Place => [
      x + Math.cos(angle) * shortSide * radius,
      y + Math.sin(angle) * shortSide * radius,
    ]
    return polyline([at(from), at(1.6)])
  }
  const rays = (strong: boolean) =>
    Array.from({ length: count }, (_, index) =>
      (index % 4 === 0) === strong ? ray(index, strong ? 0.16 : 0.42) : '',
    ).join('')
  return (
    stroked(rings(false), inks.tint, unit * 0.4) +
    stroked(rings(true), inks.middle, unit * 0.5) +
    stroked(rays(false), inks.middle, unit * 0.22) +
    stroked(rays(true), inks.middle, unit * 0.42)
  )
}
