import { mixNumbers } from '../noise.ts'
import type { Drawing, Sheet } from '../sheet.ts'
import { circle, filled, outline, type Place, short, stroked } from '../svg.ts'

const ringRadii = [0.14, 0.24, 0.36, 0.5, 0.68, 0.88]
const fullTurn = 6.283

/** A round parterre of four, six or eight parts. */
export function drawGarden(sheet: Sheet): Drawing {
  const { width, height, shortSide, unit, random, inks, isThumb } = sheet
  const centre: Place = [width / 2, height / 2]
  const parts = [4, 6, 8][Math.floor(random() * 3)] ?? 6
  const path = shortSide * (0.03 + 0.02 * random())
  const radii = ringRadii.map((radius) => radius * shortSide * 1.05)
  const beds = ['', '', '']
  let plants = ''
  for (let ring = radii.length - 1; ring > 0; ring--) {
    const inner = (radii[ring - 1] ?? 0) + path * 0.6
    const outer = (radii[ring] ?? 0) - path * 0.3
    const gap = 0.06 / (ring * 0.5 + 0.5)
    for (let part = 0; part < parts; part++) {
      const [from, to] = [(part / parts) * fullTurn + gap, ((part + 1) / parts) * fullTurn - gap]
      const kind = (ring + part + Math.floor(random() * 1.3)) % 3
      beds[kind] += bed(centre, inner, outer, from, to)
      if (kind !== 1 && !isThumb) plants += row(centre, (inner + outer) / 2, from, to, ring + 1, unit * 0.9)
    }
  }
  const line = outline(inks.deep, unit * 0.34)
  const pond = circle(...centre, (radii[0] ?? 0) * 0.72)
  return {
    shapes:
      filled(beds[0] ?? '', inks.tint, line) +
      filled(beds[1] ?? '', inks.middle, line) +
      filled(beds[2] ?? '', inks.ground, line) +
      filled(plants, inks.deep) +
      filled(pond, inks.ground) +
      stroked(pond, inks.deep, unit * 0.5),
    here: centre,
  }
}

function polar([x, y]: Place, angle: number, radius: number): Place {
  return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius]
}

function bed(centre: Place, inner: number, outer: number, from: number, to: number): string {
  const corner = (angle: number, radius: number) => polar(centre, angle, radius).map(short).join(' ')
  const [r, R] = [short(inner), short(outer)]
  return (
    `M${corner(from, inner)}L${corner(from, outer)}A${R} ${R} 0 0 1 ${corner(to, outer)}` +
    `L${corner(to, inner)}A${r} ${r} 0 0 0 ${corner(from, inner)}`
  )
}

function row(centre: Place, radius: number, from: number, to: number, count: number, size: number): string {
  return Array.from({ length: count }, (_, index) =>
    circle(...polar(centre, mixNumbers(from, to, (index + 0.5) / count), radius), size),
  ).join('')
}
