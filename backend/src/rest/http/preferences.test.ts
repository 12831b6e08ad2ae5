import { expect, test } from 'vitest'
import { parsePreferences } from './preferences.ts'

const parse = (header: string | null) => parsePreferences(header, (name) => name === 'Europe/Berlin')

test('uses the first token of each kind (rest 11)', () => {
  expect(parse('return=minimal, return=representation,count=exact')).toMatchObject({
    return: 'minimal',
    count: 'exact',
    invalid: [],
  })
})

test('reports a token as invalid unless it matches exactly (rest 11)', () => {
  expect(parse('Return=minimal,count=none,foo,timezone=Mars/Base').invalid).toEqual([
    'Return=minimal',
    'count=none',
    'foo',
    'timezone=Mars/Base',
  ])
})

test('parses the time zone and max-affected (rest 11)', () => {
  expect(parse('timezone=Europe/Berlin, max-affected=10')).toMatchObject({
    timezone: 'Europe/Berlin',
    maxAffected: 10,
    invalid: [],
  })
})
