import { expect, test } from 'vitest'
import { parseTags } from './spot-tags.ts'

test('tags are told apart by commas, hashes and lines, and kept once in lower case', () => {
  expect(parseTags(' View , #At  Dusk;free\nVIEW,, ')).toEqual({
    tags: ['view', 'at dusk', 'free'],
    problem: undefined,
  })
})

test('no tags are no problem', () => {
  expect(parseTags(' ')).toEqual({ tags: [], problem: undefined })
})

test('too many and too long ones are named', () => {
  expect(parseTags(Array.from({ length: 13 }, (_, index) => `t${index}`).join()).problem).toContain('13 tags')
  expect(parseTags('a'.repeat(33)).problem).toContain('too long')
  expect(parseTags('山'.repeat(32)).problem).toBeUndefined()
})
