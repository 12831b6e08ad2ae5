import { expect, test } from 'vitest'
import { clipLine, clipRing } from './clip-shapes.ts'

const box = { left: 0, top: 0, right: 10, bottom: 10 }

test('cuts a ring along the edges', () => {
  const cut = clipRing(
    [
      [-5, -5],
      [5, -5],
      [5, 5],
      [-5, 5],
    ],
    box,
  )
  expect(cut.map(([x, y]) => `${x} ${y}`).toSorted()).toEqual(['0 0', '0 5', '5 0', '5 5'])
})

test('returns nothing for a ring outside and the whole box for a ring around it', () => {
  expect(
    clipRing(
      [
        [20, 20],
        [30, 20],
        [30, 30],
      ],
      box,
    ),
  ).toEqual([])
  expect(
    clipRing(
      [
        [-9, -9],
        [99, -9],
        [99, 99],
        [-9, 99],
      ],
      box,
    ),
  ).toHaveLength(4)
})

test('splits a line that leaves the box and re-enters it', () => {
  const pieces = clipLine(
    [
      [1, 1],
      [5, 5],
      [5, 30],
      [40, 30],
      [8, 9],
      [2, 2],
    ],
    box,
  )
  expect(pieces).toHaveLength(2)
  expect(
    clipLine(
      [
        [20, 20],
        [30, 30],
      ],
      box,
    ),
  ).toEqual([])
})
