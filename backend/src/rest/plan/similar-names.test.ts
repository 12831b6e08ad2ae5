import { expect, test } from 'vitest'
import { findSimilar } from './similar-names.ts'

test('finds the most similar name above the minimum', () => {
  expect(findSimilar('spotz', ['posts', 'spots', 'users'], 0.75)).toBe('spots')
  expect(findSimilar('Spots', ['spots'], 0.75)).toBe('spots')
  expect(findSimilar('cities', ['spots', 'users'], 0.75)).toBeUndefined()
  expect(findSimilar('', [], 0.1)).toBeUndefined()
})

test('skips the search for too many names', () => {
  expect(
    findSimilar(
      't1',
      Array.from({ length: 501 }, (_, i) => `t${i}`),
      0.1,
    ),
  ).toBeUndefined()
})
