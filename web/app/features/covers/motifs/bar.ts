import type { Drawing, Sheet } from '../sheet.ts'
import { filled, outline, short } from '../svg.ts'

type Scale = 'dry' | 'light' | 'dark'

const arcs = [1, 0.68, 0.36]

/** Overlapping scales that are filled up to a wavy level. */
export function drawBar(sheet: Sheet): Drawing {
  const { width, height, shortSide, random, isThumb } = sheet
  const radius = shortSide / (isThumb ? 4.2 : 6.5)
  const level = height * (0.22 + 0.25 * random())
  const rows = Math.ceil((height + radius) / (radius * 0.5))
  const shapes = Array.from({ length: rows + 1 }, (_, row) => drawRow(sheet, row, radius, level)).join('')
  return { shapes, here: [width / 2, level] }
}

/** Scales of one row do not overlap, so each ink of a row is one path. */
function drawRow(sheet: Sheet, row: number, radius: number, level: number): string {
  const { width, noise, inks, unit } = sheet
  const y = row * radius * 0.5
  const places: Record<Scale, number[]> = { dry: [], light: [], dark: [] }
  for (let column = -1; column <= width / (radius * 2) + 1; column++) {
    const x = column * radius * 2 + (row % 2 ? radius : 0)
    const wave = noise((x / radius) * 0.25, (y / radius) * 0.25)
    places[scaleOf(wave, y, level, radius)].push(x)
  }
  return arcs
    .flatMap((share, ring) =>
      (['dry', 'light', 'dark'] as const).map((scale) => {
        const path = places[scale].map((x) => arch(x, y + radius, radius * share)).join('')
        if (scale === 'dry') return filled(path, inks.ground, outline(inks.tint, unit * 0.34))
        const pale = (ring === 1) === (scale === 'dark')
        return filled(path, pale ? inks.tint : inks.middle, outline(inks.deep, unit * 0.34))
      }),
    )
    .join('')
}

function scaleOf(wave: number, y: number, level: number, radius: number): Scale {
  if (y < level + (wave - 0.5) * radius * 3) return 'dry'
  return wave > 0.55 ? 'dark' : 'light'
}

function arch(x: number, y: number, radius: number): string {
  const r = short(radius)
  return `M${short(x - radius)} ${short(y)}a${r} ${r} 0 0 1 ${short(2 * radius)} 0z`
}
