import { expect, test } from 'vitest'
import { formatRelativeDay } from './feed-days.ts'

test.each([
  ['2026-03-02', 'Today'],
  ['2026-03-01', 'Yesterday'],
  ['2026-02-28', '28 February'],
  ['2025-12-31', '31 December 2025'],
])('labels %s as %s', (day, name) => {
  expect(formatRelativeDay(day, '2026-03-02')).toBe(name)
})
