import { expect, test } from 'vitest'
import { chooseStop, stopByKey } from './sheet-stops.ts'

const heights = { peek: 300, half: 450, full: 650 }

test('moves a released sheet to the nearest stop', () => {
  expect(chooseStop(310, heights, 0)).toBe('peek')
  expect(chooseStop(400, heights, 0.1)).toBe('half')
  expect(chooseStop(640, heights, -0.1)).toBe('full')
  expect(chooseStop(20, heights, 0)).toBe('peek')
})

test('moves to the next stop on a flick', () => {
  expect(chooseStop(310, heights, 0.8)).toBe('half')
  expect(chooseStop(460, heights, 0.8)).toBe('full')
  expect(chooseStop(440, heights, -0.8)).toBe('peek')
  expect(chooseStop(700, heights, 2)).toBe('full')
})

test('moves one stop with arrows and all the way with Home and End', () => {
  expect(stopByKey('ArrowUp', 'peek')).toBe('half')
  expect(stopByKey('ArrowUp', 'full')).toBe('full')
  expect(stopByKey('ArrowDown', 'half')).toBe('peek')
  expect(stopByKey('Home', 'peek')).toBe('full')
  expect(stopByKey('End', 'full')).toBe('peek')
  expect(stopByKey('a', 'full')).toBeNull()
})
