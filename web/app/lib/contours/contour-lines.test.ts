import { expect, test } from 'vitest'
import { thinContour, traceArea, traceContour } from './contour-lines.ts'
import { toContourPath } from './contour-path.ts'
import { findHighest, sampleField } from './scalar-field.ts'

const hill = sampleField(100, 100, 5, (x, y) => 40 - Math.hypot(x - 50, y - 50))

test('draws one closed contour around a hill at the right distance from its peak', () => {
  const lines = traceContour(hill, 20)
  expect(lines).toHaveLength(1)
  expect(lines[0]?.closed).toBe(true)
  for (const [x, y] of lines[0]?.points ?? []) expect(Math.hypot(x - 50, y - 50)).toBeCloseTo(20, 0)
})

test('draws one open contour from edge to edge on a slope', () => {
  const lines = traceContour(
    sampleField(100, 60, 10, (x) => x),
    45,
  )
  expect(lines).toHaveLength(1)
  expect(lines[0]?.closed).toBe(false)
  expect(lines[0]?.points.every(([x]) => x === 45)).toBe(true)
  expect(lines[0]?.points).toHaveLength(7)
})

test('keeps the higher ground on the left of a contour, so holes run the other way round', () => {
  const bowl = sampleField(100, 100, 5, (x, y) => Math.hypot(x - 50, y - 50))
  expect(Math.sign(measureArea(traceContour(hill, 20)[0]?.points ?? []))).toBe(-1)
  expect(Math.sign(measureArea(traceContour(bowl, 20)[0]?.points ?? []))).toBe(1)
})

test('closes an area along the edge of the field', () => {
  const rings = traceArea(
    sampleField(100, 60, 10, (x) => x),
    45,
  )
  expect(rings).toHaveLength(1)
  expect(rings[0]?.closed).toBe(true)
})

test('joins the high corners of a saddle when its middle is high and separates them when it is low', () => {
  const saddle = (middle: number) =>
    sampleField(2, 2, 1, (x, y) => (x === 1 && y === 1 ? middle : Number((x + y) % 2 === 0)))
  expect(traceContour(saddle(1), 0.5).length).not.toBe(traceContour(saddle(-1), 0.5).length)
})

test('closes every contour of noise or ends it on the edge', () => {
  let seed = 7
  const random = () => {
    seed = (seed * 16807) % 2147483647
    return seed / 2147483647
  }
  for (const { points, closed } of traceContour(sampleField(60, 60, 2, random), 0.5)) {
    if (closed) continue
    for (const [x, y] of [points[0] ?? [1, 1], points.at(-1) ?? [1, 1]])
      expect([x, y].some((v) => v === 0 || v === 60)).toBe(true)
  }
})

test('keeps the ends of an open line when thinning it', () => {
  const line = thinContour(
    {
      points: [
        [0, 0],
        [1, 0],
        [2, 0],
        [9, 0],
        [9.5, 0],
      ],
      closed: false,
    },
    3,
  )
  expect(line.points).toEqual([
    [0, 0],
    [9, 0],
    [9.5, 0],
  ])
})

test('writes only finite numbers into a path', () => {
  expect(toContourPath(traceContour(hill, findHighest(hill) - 10))).toMatch(/^M[\d. QMZ-]+Z$/)
})

function measureArea(points: [number, number][]): number {
  return points.reduce((sum, [x, y], index) => {
    const [nx, ny] = points[(index + 1) % points.length] ?? [x, y]
    return sum + (x * ny - nx * y) / 2
  }, 0)
}
