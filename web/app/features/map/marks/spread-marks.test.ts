import { expect, test } from 'vitest'
import { spreadMarks } from './spread-marks.ts'

test('does not move marks that are far enough apart', () => {
  expect(
    spreadMarks(
      [
        { x: 0, y: 0 },
        { x: 100, y: 0 },
      ],
      34,
    ),
  ).toEqual([
    [0, 0],
    [0, 0],
  ])
})

test('moves close marks apart to the given distance, including those at the same point', () => {
  const marks = [
    { x: 10, y: 10 },
    { x: 10, y: 10 },
    { x: 20, y: 12 },
  ]
  const moved = spreadMarks(marks, 34).map(([dx, dy], index) => ({
    x: (marks[index]?.x ?? 0) + dx,
    y: (marks[index]?.y ?? 0) + dy,
  }))
  for (const [index, one] of moved.entries()) {
    for (const other of moved.slice(index + 1)) expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(32)
  }
})
