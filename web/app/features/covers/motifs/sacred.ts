import type { Drawing, Sheet } from '../sheet.ts'
import { circle, filled, outline, type Place, short, stroked } from '../svg.ts'

const fullTurn = 6.2832

/** A rose of eight, ten or twelve parts. */
export function drawSacred(sheet: Sheet): Drawing {
  const { width, height, shortSide, unit, random, inks } = sheet
  const parts = [8, 10, 12][Math.floor(random() * 3)] ?? 8
  const centre: Place = [width / 2, height / 2]
  const radius = shortSide * 0.44
  const frame = [2.2, 1.72, 1.36].map((factor) => circle(...centre, radius * factor)).join('')
  const petals = ['', '']
  const leaves = ['', '']
  let hearts = ''
  for (let part = 0; part < parts; part++) {
    const angle = (part / parts) * fullTurn
    const at = polar(centre, angle, radius * 0.74)
    const size = radius * 0.74 * Math.sin(Math.PI / parts) * 0.98
    petals[part % 2] += circle(...at, size)
    hearts += circle(...at, size * 0.55)
    leaves[part % 2] += leaf(centre, angle, radius, parts)
  }
  const eye = circle(...centre, radius * 0.14)
  const petalLine = outline(inks.deep, unit * 0.45)
  const leafLine = outline(inks.deep, unit * 0.36)
  return {
    shapes:
      stroked(frame, inks.tint, unit * 1.1) +
      filled(circle(...centre, radius * 1.08), inks.tint, outline(inks.deep, unit * 0.7)) +
      filled(petals[0] ?? '', inks.middle, petalLine) +
      filled(petals[1] ?? '', inks.ground, petalLine) +
      stroked(hearts, inks.deep, unit * 0.3) +
      filled(leaves[0] ?? '', inks.ground, leafLine) +
      filled(leaves[1] ?? '', inks.middle, leafLine) +
      filled(eye, inks.ground, outline(inks.deep, unit * 0.5)),
    here: centre,
  }
}

function polar([x, y]: Place, angle: number, radius: number): Place {
  return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius]
}

function leaf(centre: Place, angle: number, radius: number, parts: number): string {
  const at = (turn: number, reach: number) =>
    polar(centre, turn, radius * reach)
      .map(short)
      .join(' ')
  const from = centre.map(short).join(' ')
  return `M${from}Q${at(angle, 0.42)} ${at(angle + Math.PI / parts, 0.48)}Q${at(angle + fullTurn / parts, 0.42)} ${from}Z`
}
