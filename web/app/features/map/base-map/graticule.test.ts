import { expect, test } from 'vitest'
import { chooseGraticuleStep, listGraticule, listMultiples } from './graticule.ts'

test('chooses the step by the zoom', () => {
  expect([3, 5.5, 7, 9].map(chooseGraticuleStep)).toEqual([10, 2, 1, 1 / 6])
  expect(chooseGraticuleStep(11)).toBeCloseTo(1 / 60)
  expect(chooseGraticuleStep(14)).toBeCloseTo(15 / 3600)
})

test('places lines at whole multiples of the step, even across the antimeridian', () => {
  const lines = listGraticule({ west: 165, east: 195, south: -5, north: 25 }, 10)
  expect(lines.filter(([a, b]) => a[0] === b[0]).map(([a]) => a[0])).toEqual([170, 180, 190])
  expect(lines.filter(([a, b]) => a[1] === b[1]).map(([a]) => a[1])).toEqual([0, 10, 20])
})

test('ends meridians where web Mercator ends', () => {
  const meridian = listGraticule({ west: -1, east: 1, south: -120, north: 120 }, 10)[0]
  expect(meridian).toEqual([
    [0, -85],
    [0, 85],
  ])
})

test('keeps the edges of fine steps despite rounding', () => {
  expect(listMultiples(0.1, 0.3, 0.1)).toHaveLength(3)
  expect(listMultiples(0.11, 0.19, 0.1)).toEqual([])
})
