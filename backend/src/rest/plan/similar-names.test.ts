import { expect, test } from 'vitest'
import { findSimilar } from './similar-names.ts'

test('the most similar name is found, if any is similar enough', () => {
  expect(findSimilar('spotz', ['posts', 'spots', 'users'], 0.75)).toBe('spots')
  expect(findSimilar('Spots', ['spots'], 0.75)).toBe('spots')
  expect(findSimilar('cities', ['spots', 'users'], 0.75)).toBeUndefined()
  expect(findSimilar('', [], 0.1)).toBeUndefined()
})

test('too many names are not searched', () => {
  expect(
    findSimilar(
      't1',
      Array.from({ length: 501 }, (_, i) => `t${i}`),
      0.1,
    ),
  ).toBeUndefined()
})
