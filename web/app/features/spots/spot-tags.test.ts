import { expect, test } from 'vitest'
import { parseTags } from './spot-tags.ts'

test('splits tags at commas, hashes and line ends, in lower case without duplicates', () => {
  expect(parseTags(' View , #At  Dusk;free\nVIEW,, ')).toEqual({
    tags: ['view', 'at dusk', 'free'],
    problem: undefined,
  })
})

test('accepts a spot without tags', () => {
  expect(parseTags(' ')).toEqual({ tags: [], problem: undefined })
})

test('reports too many and too long tags', () => {
  expect(parseTags(Array.from({ length: 13 }, (_, index) => `t${index}`).join()).problem).toContain('13')
  expect(parseTags('a'.repeat(33)).problem).toContain('too long')
  expect(parseTags('山'.repeat(32)).problem).toBeUndefined()
})
