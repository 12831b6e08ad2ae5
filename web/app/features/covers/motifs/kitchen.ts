import type { Drawing, Sheet } from '../sheet.ts'
import { circle, filled, outline, type Place, rectangle, short, stroked, turn } from '../svg.ts'

/** Tiles of plates, arcs and cutlery. */
export function drawKitchen(sheet: Sheet): Drawing {
  const { width, height, shortSide, random, inks, isThumb } = sheet
  const size = shortSide / (isThumb ? 2 : 3)
  let shapes = ''
  let here: Place = [size / 2, size / 2]
  for (let row = 0; row < Math.ceil(height / size); row++) {
    for (let column = 0; column < Math.ceil(width / size); column++) {
      const corner: Place = [column * size, row * size]
      const kind = random()
      shapes += filled(rectangle(...corner, size + 0.3, size + 0.3), (column + row) % 2 ? inks.ground : inks.tint)
      shapes += drawTile(sheet, corner, size, kind)
      if (kind < 0.34) here = [corner[0] + size / 2, corner[1] + size / 2]
    }
  }
  return { shapes, here }
}

function drawTile(sheet: Sheet, corner: Place, size: number, kind: number): string {
  if (kind < 0.34) return plate(sheet, corner, size)
  if (kind < 0.62) return arcs(sheet, corner, size)
  if (kind < 0.82) return cutlery(sheet, corner, size)
  return bowls(sheet, corner, size)
}

function plate({ unit, inks }: Sheet, [x, y]: Place, size: number): string {
  const ring = (radius: number, ink: string) =>
    filled(circle(x + size / 2, y + size / 2, size * radius), ink, outline(inks.deep, unit * 0.34))
  return ring(0.44, inks.ground) + ring(0.34, inks.middle) + ring(0.16, inks.deep)
}

function arcs({ random, inks }: Sheet, [x, y]: Place, size: number): string {
  const turned = turn(Math.floor(random() * 4) * 90, [x + size / 2, y + size / 2])
  const arc = (share: number, ink: string) => {
    const r = short(size * share)
    return filled(`M${short(x)} ${short(y)}h${r}a${r} ${r} 0 0 1 -${r} ${r}Z`, ink, turned)
  }
  return arc(1, inks.middle) + arc(0.74, inks.ground) + arc(0.48, inks.deep) + arc(0.22, inks.tint)
}

function cutlery({ unit, inks }: Sheet, [x, y]: Place, size: number): string {
  const line = (index: number) =>
    `M${short(x + size * (0.18 + index * 0.16))} ${short(y + size * 0.14)}v${short(size * 0.72)}`
  const round = { 'stroke-linecap': 'round' }
  return (
    stroked([0, 1, 3, 4].map(line).join(''), inks.deep, unit * 0.7, round) +
    stroked(line(2), inks.deep, unit * 2.2, round)
  )
}

function bowls({ inks }: Sheet, [x, y]: Place, size: number): string {
  const half = short(size / 2)
  const bowl = (top: number) => `M${short(x)} ${short(top)}a${half} ${half} 0 0 1 ${short(size)} 0Z`
  return filled(bowl(y + size / 2), inks.middle) + filled(bowl(y + size), inks.deep)
}
