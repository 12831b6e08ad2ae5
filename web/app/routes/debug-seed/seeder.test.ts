import { expect, test } from 'vitest'
import { maySeed } from './seeder.ts'

test('while developing every member may fill the demo', () => {
  expect(maySeed({ isModerator: false }, false)).toBe(true)
})

test('in production only moderators may', () => {
  expect(maySeed({ isModerator: false }, true)).toBe(false)
  expect(maySeed({ isModerator: true }, true)).toBe(true)
})
