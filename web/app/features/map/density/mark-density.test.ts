import { expect, test } from 'vitest'
import { clusterPoints, createPointBins } from './cluster-points.ts'
import { chooseDensity, placeMarks } from './mark-density.ts'

const MAP = { width: 992, height: 772 }

test('widens the reach of marks by 8 px while there are too many', () => {
  const points = Array.from({ length: 1000 }, (_, index) => ({
    x: (index * 7919) % 991,
    y: (index * 104729) % 769,
    n: 1,
  }))
  const rule = chooseDensity(6, MAP)
  const countAt = (reachPx: number) => clusterPoints(createPointBins(points), { ...rule, reachPx }).length
  expect(countAt(72)).toBeGreaterThan(rule.maxWithDots)
  expect(countAt(80)).toBeLessThanOrEqual(rule.maxWithDots)
  const { marks, dots } = placeMarks(points, rule)
  expect(marks.length + dots.length).toBe(countAt(80))
})
