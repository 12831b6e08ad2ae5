import { expect, test } from 'vitest'
import { countReadingMinutes } from './reading-minutes.ts'

test('a text takes at least a minute', () => {
  expect(countReadingMinutes('')).toBe(1)
})

test('220 words are a minute', () => {
  expect(countReadingMinutes('word '.repeat(2200))).toBe(10)
})

test('words without spaces between them are counted too', () => {
  expect(countReadingMinutes('東京の静かな庭園'.repeat(300))).toBeGreaterThan(3)
})
