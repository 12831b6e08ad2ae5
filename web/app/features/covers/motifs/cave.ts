import { nearGround } from '../inks.ts'
import { mixNumbers } from '../noise.ts'
import type { Drawing, Sheet } from '../sheet.ts'
import { type Attributes, dashes, filled, type Place, polygon, polyline, smoothLine, stroked } from '../svg.ts'

const pointsAcross = 60
const openingPoints = 24
const spare = 4

/** Tilted strata with a fault and a dark opening. */
export function drawCave(sheet: Sheet): Drawing {
  const { width, height, shortSide, unit, random, noise, inks, isThumb, isNight } = sheet
  const count = isThumb ? 7 : 11
  const fault = width * (0.35 + 0.3 * random())
  const shift = shortSide * (0.05 + 0.08 * random())
  const tilt = (random() - 0.5) * 0.5
  const edge = (layer: number): Place[] =>
    Array.from({ length: pointsAcross + 2 }, (_, step) => {
      const x = (step / pointsAcross) * width
      const fold = (noise((x / shortSide) * 1.4, layer * 0.35, 2) - 0.5) * shortSide * 0.34
      const fallen = x > fault + (layer - 5) * 3 ? shift : 0
      return [x, mixNumbers(height * -0.15, height * 1.1, layer / count) + (x - width / 2) * tilt + fold + fallen]
    })
  // Some more above and below, so that no tilt leaves a corner empty.
  const layers = Array.from({ length: count + 2 * spare }, (_, index) => index - spare)
  const layerInks = [inks.tint, inks.ground, inks.middle, inks.ground]
  let shapes = ''
  let grain = ''
  for (const layer of layers) {
    const [top, bottom] = [edge(layer), edge(layer + 1)]
    const kind = (layer + spare) % 4
    const soft: Attributes = kind === 2 ? { opacity: 0.75 } : {}
    shapes += filled(polygon([...top, ...bottom.toReversed()]), layerInks[kind] ?? inks.ground, soft)
    if (kind === 1) grain += [0.25, 0.5, 0.75].map((share) => polyline(between(top, bottom, share))).join('')
  }
  const cracks = layers.map((layer) => polyline(edge(layer))).join('')
  const centre: Place = [width * (0.3 + 0.35 * random()), height * 0.62]
  return {
    shapes:
      shapes +
      stroked(grain, inks.middle, unit * 0.3, dashes(unit * 2, unit * 1.4)) +
      stroked(cracks, inks.deep, unit * 0.4) +
      filled(smoothLine(opening(sheet, centre)), isNight ? nearGround : inks.deep),
    here: centre,
  }
}

function between(top: readonly Place[], bottom: readonly Place[], share: number): Place[] {
  return top.map(([x, y], index) => [x, mixNumbers(y, bottom[index]?.[1] ?? y, share)])
}

function opening({ shortSide, noise }: Sheet, [x, y]: Place): Place[] {
  return Array.from({ length: openingPoints + 1 }, (_, index) => {
    const angle = ((index % openingPoints) / openingPoints) * Math.PI * 2
    const [across, down] = [Math.cos(angle), Math.sin(angle)]
    return [
      x + across * shortSide * 0.2 * (0.8 + 0.5 * noise(across + 3, down + 3)),
      y + down * shortSide * 0.13 * (0.8 + 0.5 * noise(across + 9, down + 9)),
    ]
  })
}
