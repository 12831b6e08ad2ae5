import { expect, test } from 'vitest'
import { areaPath, contourPath, heightAt, sampleField } from './contours.ts'

const cone = sampleField(100, 100, 2, (x, y) => 1 - Math.hypot(x - 50, y - 50) / 50)

test('draws a hill as one closed ring at the right distance', () => {
  const path = contourPath(cone, 0.5)
  expect(path.match(/M/g)).toHaveLength(1)
  expect(path.endsWith('Z')).toBe(true)
  const points = [...path.matchAll(/[\d.]+ [\d.]+/g)].map(([pair]) => pair.split(' ').map(Number))
  for (const [x = 0, y = 0] of points) expect(Math.hypot(x - 50, y - 50)).toBeCloseTo(25, -0.3)
})

test('closes the outline of land that crosses the edge of the cover', () => {
  const slope = sampleField(100, 60, 3, (x) => x / 100)
  expect(areaPath(slope, 0.5)).toMatch(/^M[^M]*Z$/)
  expect(contourPath(slope, 0.5).endsWith('Z')).toBe(false)
})

test('chains both lines of a saddle', () => {
  const saddle = sampleField(100, 100, 5, (x, y) => (x - 50) * (y - 50))
  expect(contourPath(saddle, 100).match(/M/g)).toHaveLength(2)
})

test('draws nothing if no height reaches the level', () => {
  expect(contourPath(cone, 2)).toBe('')
  expect(areaPath(cone, 2)).toBe('')
})

test('returns heights at and beyond the edges', () => {
  expect(heightAt(cone, 50, 50)).toBeCloseTo(1)
  expect(heightAt(cone, -500, 50)).toBeCloseTo(0)
  expect(heightAt(cone, 61, 50)).toBeCloseTo(1 - 11 / 50, 2)
})
