import { expect, test } from 'vitest'
import { toSearchQuery } from './list-new-spots.ts'

test('searches for prefixes of all words, ignoring case, accents and punctuation', () => {
  expect(toSearchQuery("  Café d'Été, 2nd ")).toBe("'cafe':* & 'd':* & 'ete':* & '2nd':*")
})

test('returns an empty query for a text without words', () => {
  expect(toSearchQuery(' … ')).toBe('')
})
