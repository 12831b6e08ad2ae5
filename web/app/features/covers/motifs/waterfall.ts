import { mixNumbers } from '../noise.ts'
import type { Drawing, Sheet } from '../sheet.ts'
import { filled, type Place, polygon, polyline, short, stroked } from '../svg.ts'

const layerPoints = 8

/** Flow lines that narrow over a step. */
export function drawWaterfall(sheet: Sheet): Drawing {
  const { width, height, shortSide, unit, random, inks } = sheet
  const top = height * (0.24 + 0.1 * random())
  const bottom = height * (0.72 + 0.08 * random())
  const left = width * (0.3 + 0.2 * random())
  const right = left + shortSide * (0.36 + 0.12 * random())
  const leftBank: Place[] = [
    [0, top],
    [left, top],
    [left, bottom],
    [0, bottom + shortSide * 0.06],
  ]
  const rightBank: Place[] = [
    [width, top - shortSide * 0.05],
    [right, top],
    [right, bottom],
    [width, bottom + shortSide * 0.05],
  ]
  return {
    shapes:
      filled(polygon(leftBank) + polygon(rightBank), inks.tint) +
      stroked(rockLayers(sheet, { top, bottom, left, right }), inks.middle, unit * 0.34) +
      flowLines(sheet, { top, bottom, left, right }),
    here: [(left + right) / 2, bottom],
  }
}

type Step = { top: number; bottom: number; left: number; right: number }

function rockLayers({ width, shortSide, noise, isThumb }: Sheet, { top, bottom, left, right }: Step): string {
  const count = isThumb ? 8 : 16
  const layer = (index: number, from: number, to: number, chance: number) => {
    const y = mixNumbers(top, bottom, index / count)
    return polyline(
      Array.from(
        { length: layerPoints + 1 },
        (_, step): Place => [
          mixNumbers(from, to, step / layerPoints),
          y + (noise(step * 0.8 + chance, index, 2) - 0.5) * shortSide * 0.07,
        ],
      ),
    )
  }
  return Array.from({ length: count }, (_, index) => layer(index, 0, left, 0) + layer(index, right, width, 40)).join('')
}

function flowLines(sheet: Sheet, { top, bottom, left, right }: Step): string {
  const { width, height, shortSide, noise, inks, isThumb } = sheet
  const count = isThumb ? 11 : 24
  const flow = (index: number) => {
    const share = index / count
    const x = short(mixNumbers(left, right, share))
    const foot = bottom + (noise(index * 0.7, 4) - 0.3) * shortSide * 0.12
    return (
      `M${short(mixNumbers(width * 0.1, width * 0.9, share))} -5C${x} ${short(top * 0.5)} ${x} ${short(top * 0.8)} ${x} ${short(top)}V${short(foot)}` +
      `C${x} ${short(foot + shortSide * 0.1)} ${short(mixNumbers(-width * 0.1, width * 1.1, share))} ${short(height * 0.93)} ` +
      `${short(mixNumbers(-width * 0.35, width * 1.35, share))} ${height + 8}`
    )
  }
  const flows = (strong: boolean) =>
    Array.from({ length: count + 1 }, (_, index) => ((index % 4 === 0) === strong ? flow(index) : '')).join('')
  return stroked(flows(false), inks.middle, sheet.line(0.4)) + stroked(flows(true), inks.deep, sheet.line(0.6))
}
