import { expect, test } from 'vitest'
import { moveByKey } from './list-keys.ts'

test('wraps at both ends and starts at either', () => {
  expect(moveByKey('ArrowDown', 2, 3)).toBe(0)
  expect(moveByKey('ArrowUp', 0, 3)).toBe(2)
  expect(moveByKey('ArrowDown', -1, 3)).toBe(0)
  expect(moveByKey('ArrowUp', -1, 3)).toBe(2)
  expect([moveByKey('Home', 2, 3), moveByKey('End', 0, 3)]).toEqual([0, 2])
})

test('returns null for other keys and for an empty list', () => {
  expect(moveByKey('a', 0, 3)).toBeNull()
  expect(moveByKey('ArrowDown', -1, 0)).toBeNull()
})
