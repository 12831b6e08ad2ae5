import type { Drawing, Sheet } from '../sheet.ts'
import { filled, outline, type Place, polygon, polyline, stroked } from '../svg.ts'

const fullTurn = 6.2832
const bastion = 0.2
const walls = [0.5, 0.45, 0.4, 0.34, 0.29, 0.24, 0.18, 0.11]
const thumbWalls = [0.42, 0.32, 0.24, 0.14]

/** A nested star fort of five to eight bastions. */
export function drawCastle(sheet: Sheet): Drawing {
  const { width, height, shortSide, unit, random, inks, isThumb } = sheet
  const points = [5, 6, 7, 8][Math.floor(random() * 4)] ?? 5
  const rotation = random() * 6.28
  const centre: Place = [width * (0.44 + 0.12 * random()), height * (0.46 + 0.08 * random())]
  const fills = [
    inks.tint,
    inks.ground,
    isThumb ? inks.middle : inks.tint,
    inks.ground,
    inks.middle,
    inks.ground,
    inks.tint,
    inks.ground,
  ]
  const rings = (isThumb ? thumbWalls : walls).map((radius, index) =>
    filled(
      polygon(star(centre, shortSide * radius, points, rotation)),
      fills[index] ?? inks.ground,
      outline(inks.deep, sheet.line(index % 3 === 0 ? 0.6 : 0.36)),
    ),
  )
  return {
    shapes: rings.join('') + stroked(glacis(sheet, centre, isThumb ? 24 : points * 14), inks.middle, unit * 0.34),
    here: centre,
  }
}

function polar([x, y]: Place, angle: number, radius: number): Place {
  return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius]
}

function star(centre: Place, radius: number, points: number, rotation: number): Place[] {
  const part = fullTurn / points
  return Array.from({ length: points }, (_, index) => index * part + rotation).flatMap((angle) => [
    polar(centre, angle, radius * 1.22),
    polar(centre, angle + bastion * part, radius),
    polar(centre, angle + bastion * 0.8 * part, radius * 0.84),
    polar(centre, angle + part / 2, radius * 0.8),
    polar(centre, angle + part - bastion * 0.8 * part, radius * 0.84),
    polar(centre, angle + part - bastion * part, radius),
  ])
}

/** The slope outside the walls, drawn as on old plans by strokes of two lengths. */
function glacis({ shortSide }: Sheet, centre: Place, count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * fullTurn
    const reach = index % 2 ? 0.8 : 0.88
    return polyline([polar(centre, angle, shortSide * 0.72), polar(centre, angle, shortSide * reach)])
  }).join('')
}
