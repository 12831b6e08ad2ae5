import { expect, test } from 'vitest'
import { maySeed } from './may-seed.ts'

test('lets every member seed during development', () => {
  expect(maySeed({ isModerator: false }, false)).toBe(true)
})

test('lets only moderators seed in production', () => {
  expect(maySeed({ isModerator: false }, true)).toBe(false)
  expect(maySeed({ isModerator: true }, true)).toBe(true)
})
