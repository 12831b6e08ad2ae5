import { expect, test } from 'vitest'
import { readTokens } from './test-tokens.ts'

const { day, systemNight, night } = readTokens()

test('the night theme of the system equals the chosen night theme', () => {
  expect(Object.keys(systemNight).length).toBeGreaterThan(40)
  expect(systemNight).toEqual(night)
})

test('every night colour has a day colour', () => {
  expect(Object.keys(day)).toEqual(expect.arrayContaining(Object.keys(night)))
})
