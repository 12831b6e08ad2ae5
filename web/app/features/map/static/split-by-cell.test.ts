import { expect, test } from 'vitest'
import { splitByCell } from './split-by-cell.ts'

test('splits a line where it enters another cell, with the point there in both pieces', () => {
  const line: [number, number][] = [
    [10, 10],
    [60, 20],
    [150, 30],
    [160, 90],
  ]
  expect(splitByCell([line])).toEqual([[line.slice(0, 3)], [line.slice(2)]])
})

test('groups the pieces of all lines by cell', () => {
  const lines: [number, number][][] = [
    [
      [1, 1],
      [2, 2],
    ],
    [
      [-5, 3],
      [-9, 3],
    ],
    [
      [3, 3],
      [4, 4],
    ],
  ]
  expect(splitByCell(lines)).toEqual([[lines[0], lines[2]], [lines[1]]])
})
