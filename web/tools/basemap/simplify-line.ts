import type { Position } from 'geojson'

const RADIANS = Math.PI / 180
const MAX_LATITUDE = 85.06

type Point = [x: number, y: number]

/** Returns the position in the square world of Web Mercator, whose side is 1. */
export function toWorld([longitude = 0, latitude = 0]: Position): Point {
  const clamped = Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude))
  return [longitude / 360 + 0.5, 0.5 - Math.asinh(Math.tan(clamped * RADIANS)) / (2 * Math.PI)]
}

/**
 * Returns for each point of a line of degrees the tolerance up to which a simplified line keeps it (Douglas–Peucker),
 * as a fraction of the world's width. The ends are always kept, so that lines that meet there still meet.
 */
export function rankPoints(line: Position[]): number[] {
  const points = line.map(toWorld)
  const ranks = points.map((_, index) => (index === 0 || index === points.length - 1 ? Number.POSITIVE_INFINITY : 0))
  const sections: [first: number, last: number, limit: number][] = [[0, points.length - 1, Number.POSITIVE_INFINITY]]
  for (const [first, last, limit] of sections) {
    const { index, distance } = findFarthest(points, first, last)
    if (index === first) continue
    const rank = Math.min(limit, distance)
    ranks[index] = rank
    sections.push([first, index, rank], [index, last, rank])
  }
  return ranks
}

function findFarthest(points: Point[], first: number, last: number): { index: number; distance: number } {
  const [from, to] = [points[first], points[last]]
  let farthest = { index: first, distance: 0 }
  if (!from || !to) return farthest
  for (let index = first + 1; index < last; index++) {
    const distance = measureDistance(points[index] ?? from, from, to)
    if (distance > farthest.distance) farthest = { index, distance }
  }
  return farthest
}

/** Returns the distance of a point from a segment. */
function measureDistance([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay]
  const squared = dx ** 2 + dy ** 2
  const share = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / squared))
  return Math.hypot(x - ax - share * dx, y - ay - share * dy)
}
