import type { Drawing, Sheet } from '../sheet.ts'
import { circle, filled, outline, short, stroked } from '../svg.ts'

/** Tree symbols placed by noise around a clearing. */
export function drawWood(sheet: Sheet): Drawing {
  const { width, height, shortSide, unit, random, noise, inks, isThumb } = sheet
  const step = unit * (isThumb ? 9 : 7.2)
  const [x, y] = [width * (0.3 + 0.4 * random()), height * (0.35 + 0.3 * random())]
  let shadows = ''
  let light = ''
  let dark = ''
  let crowns = ''
  for (let row = -1; row * step * 0.86 < height + step; row++) {
    for (let column = -1; column * step < width + step; column++) {
      const treeX = column * step + ((row % 2) * step) / 2 + (random() - 0.5) * step * 0.35
      const treeY = row * step * 0.86 + (random() - 0.5) * step * 0.35
      const density = noise((treeX / shortSide) * 2.4, (treeY / shortSide) * 2.4)
      if (Math.hypot(treeX - x, treeY - y) / shortSide < 0.13 || density < 0.33) continue
      const radius = step * (0.24 + 0.3 * density)
      shadows += circle(treeX + radius * 0.28, treeY + radius * 0.28, radius)
      if (density > 0.54) dark += circle(treeX, treeY, radius)
      else light += circle(treeX, treeY, radius)
      if (density > 0.47) crowns += crown(treeX, treeY, radius * 0.55)
    }
  }
  const line = outline(inks.deep, unit * 0.4)
  return {
    shapes:
      filled(shadows, inks.tint) +
      filled(light, inks.ground, line) +
      filled(dark, inks.middle, line) +
      stroked(crowns, inks.deep, unit * 0.36),
    here: [x, y],
  }
}

function crown(x: number, y: number, radius: number): string {
  const r = short(radius)
  return `M${short(x)} ${short(y - radius)}a${r} ${r} 0 0 1 ${r} ${r}`
}
