import type { ContourLine, ContourPoint } from './contour-lines.ts'

/** Returns SVG path data of contours, as quadratic curves through the midpoints, numbers to one decimal. */
export function toContourPath(lines: ContourLine[]): string {
  return lines
    .filter(({ points }) => points.length > 2)
    .map(toPath)
    .join('')
}

function toPath({ points, closed }: ContourLine): string {
  const first: ContourPoint = points[0] ?? [0, 0]
  const last: ContourPoint = points.at(-1) ?? [0, 0]
  const start = closed ? findMiddle(last, first) : first
  const curves = points.map((point, index) => {
    const following = points[index + 1] ?? (closed ? first : undefined)
    return following ? `Q${write(point)} ${write(findMiddle(point, following))}` : `L${write(point)}`
  })
  return `M${write(start)}${curves.join('')}${closed ? 'Z' : ''}`
}

function findMiddle([ax, ay]: ContourPoint, [bx, by]: ContourPoint): ContourPoint {
  return [(ax + bx) / 2, (ay + by) / 2]
}

function write([x, y]: ContourPoint): string {
  return `${round(x)} ${round(y)}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
