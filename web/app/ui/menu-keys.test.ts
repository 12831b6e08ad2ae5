import { expect, test } from 'vitest'
import { findByLetter, moveByKey } from './menu-keys.ts'

test('arrows wrap at both ends and start at either', () => {
  expect(moveByKey('ArrowDown', 2, 3)).toBe(0)
  expect(moveByKey('ArrowUp', 0, 3)).toBe(2)
  expect(moveByKey('ArrowDown', -1, 3)).toBe(0)
  expect(moveByKey('ArrowUp', -1, 3)).toBe(2)
  expect([moveByKey('Home', 2, 3), moveByKey('End', 0, 3)]).toEqual([0, 2])
})

test('other keys and empty menus move nothing', () => {
  expect(moveByKey('a', 0, 3)).toBeNull()
  expect(moveByKey('ArrowDown', -1, 0)).toBeNull()
})

test('a letter finds the next word that begins with it', () => {
  const words = ['Share', 'Report', ' save']
  expect(findByLetter('s', 0, words)).toBe(2)
  expect(findByLetter('S', 2, words)).toBe(0)
  expect(findByLetter('x', 0, words)).toBeNull()
  expect(findByLetter('Shift', 0, words)).toBeNull()
})
