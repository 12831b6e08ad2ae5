import { expect, test } from 'vitest'
import { capitalize, writeNumber, writeOrdinal } from './number-words.ts'

test('writes out numbers below a hundred and uses figures for larger ones', () => {
  expect([0, 1, 12, 19, 20, 38, 99, 100, 1204].map(writeNumber)).toEqual([
    'no',
    'one',
    'twelve',
    'nineteen',
    'twenty',
    'thirty-eight',
    'ninety-nine',
    '100',
    '1,204',
  ])
})

test('writes out ordinals up to the twelfth', () => {
  expect([1, 3, 12, 13, 21, 22, 103, 111].map(writeOrdinal)).toEqual([
    'first',
    'third',
    'twelfth',
    '13th',
    '21st',
    '22nd',
    '103rd',
    '111th',
  ])
})

test('capitalises the first letter', () => {
  expect(capitalize('thirty-eight people')).toBe('Thirty-eight people')
})
