import { expect, test } from 'vitest'
import { parsePreferences } from './preferences.ts'

const parse = (header: string | null) => parsePreferences(header, (name) => name === 'Europe/Berlin')

test('the first token of each kind counts', () => {
  expect(parse('return=minimal, return=representation,count=exact')).toMatchObject({
    return: 'minimal',
    count: 'exact',
    invalid: [],
  })
})

test('what is not exactly a token is invalid', () => {
  expect(parse('Return=minimal,count=none,foo,timezone=Mars/Base').invalid).toEqual([
    'Return=minimal',
    'count=none',
    'foo',
    'timezone=Mars/Base',
  ])
})

test('a time zone and a bound of rows are read', () => {
  expect(parse('timezone=Europe/Berlin, max-affected=10')).toMatchObject({
    timezone: 'Europe/Berlin',
    maxAffected: 10,
    invalid: [],
  })
})
