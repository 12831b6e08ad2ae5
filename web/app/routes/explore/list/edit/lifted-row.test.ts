import { expect, test } from 'vitest'
import { findTarget, moveId, shiftOf } from './lifted-row.ts'

const heights = [60, 100, 60, 60]

test('drops behind a row once half of it was passed', () => {
  expect(findTarget({ from: 0, heights }, 49)).toBe(0)
  expect(findTarget({ from: 0, heights }, 51)).toBe(1)
  expect(findTarget({ from: 0, heights }, 131)).toBe(2)
  expect(findTarget({ from: 3, heights }, -31)).toBe(2)
  expect(findTarget({ from: 3, heights }, -5000)).toBe(0)
  expect(findTarget({ from: 1, heights }, 0)).toBe(1)
})

test('makes room for the lifted row', () => {
  const lifted = { id: 'a', from: 0, to: 2, dragPx: null, heights }
  expect([0, 1, 2, 3].map((index) => shiftOf(index, lifted))).toEqual([160, -60, -60, 0])
  const up = { id: 'd', from: 3, to: 1, dragPx: -120, heights }
  expect([0, 1, 2, 3].map((index) => shiftOf(index, up))).toEqual([0, 60, 60, -120])
})

test('moves an id to its new place', () => {
  expect(moveId(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moveId(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c'])
})
