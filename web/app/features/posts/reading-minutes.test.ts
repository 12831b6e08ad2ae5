import { expect, test } from 'vitest'
import { countReadingMinutes } from './reading-minutes.ts'

test('returns at least one minute', () => {
  expect(countReadingMinutes('')).toBe(1)
})

test('counts 220 words a minute', () => {
  expect(countReadingMinutes('word '.repeat(2200))).toBe(10)
})

test('counts words of scripts without spaces', () => {
  expect(countReadingMinutes('東京の静かな庭園'.repeat(300))).toBeGreaterThan(3)
})
