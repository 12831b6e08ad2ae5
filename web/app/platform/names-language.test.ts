import { expect, test } from 'vitest'
import { findNamesLanguage } from './names-language.ts'

const find = (headers: Record<string, string>) => findNamesLanguage(new Headers(headers))

test.each([
  ['de-CH,de;q=0.9,en;q=0.8', 'de'],
  ['fr', 'fr'],
  ['*', undefined],
  ['x'.repeat(100_000), undefined],
])('finds the language of the browser in %.20s', (accepted, expected) => {
  expect(find({ 'accept-language': accepted })).toBe(expected)
  expect(find({})).toBeUndefined()
})

test('prefers the language that the visitor chose, if it is valid', () => {
  const chosen = (value: string) => find({ cookie: `a=b; hereabouts-names=${value}`, 'accept-language': 'de' })
  expect(chosen('it')).toBe('it')
  for (const value of ['', 'IT', 'it-CH', '%', '%00', '../x', 'x'.repeat(5000)]) expect(chosen(value)).toBe('de')
})
