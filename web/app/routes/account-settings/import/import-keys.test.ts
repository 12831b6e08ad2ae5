import { expect, test } from 'vitest'
import { moveInRows, readPinKey, selectRange } from './import-keys.ts'

const rows = [{ number: 11 }, { number: 12 }, { number: 13 }, { number: 14 }]

test('selects the rows from the start of a range in either direction, besides those selected before', () => {
  const range = { anchor: 1, base: new Set([14]) }
  expect([...selectRange(rows, range, 2)]).toEqual([14, 12, 13])
  expect([...selectRange(rows, range, 0)]).toEqual([14, 11, 12])
})

test('deselects the rows that a range no longer reaches', () => {
  const range = { anchor: 0, base: new Set<number>() }
  expect([...selectRange(rows, range, 3)]).toHaveLength(4)
  expect([...selectRange(rows, range, 1)]).toEqual([11, 12])
})

test('wraps around at the ends of the rows, but does not extend a range past them', () => {
  expect(moveInRows('ArrowDown', false, 3, 4)).toBe(0)
  expect(moveInRows('ArrowDown', true, 3, 4)).toBeNull()
  expect(moveInRows('ArrowUp', true, 0, 4)).toBeNull()
  expect(moveInRows('ArrowUp', true, 2, 4)).toBe(1)
  expect(moveInRows('End', true, 1, 4)).toBe(3)
})

test('sets a pin by Enter, chooses by number and postpones by the right arrow', () => {
  expect(readPinKey('Enter', 3)).toEqual({ action: 'place' })
  expect(readPinKey('ArrowRight', 3)).toEqual({ action: 'later' })
  expect(readPinKey('3', 3)).toEqual({ action: 'choose', index: 2 })
  expect([readPinKey('4', 3), readPinKey('0', 3), readPinKey('c', 3)]).toEqual([null, null, null])
})
