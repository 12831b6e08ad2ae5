import { expect, test } from 'vitest'
import { formatCompact, formatCount, formatNumber, pickPlural } from './numbers.ts'

test('shortens large numbers', () => {
  expect([0, 999, 1000, 1204, 1999, 9999, 13_400, 999_999, 1_200_000].map(formatCompact)).toEqual([
    '0',
    '999',
    '1k',
    '1.2k',
    '1.9k',
    '9.9k',
    '13k',
    '999k',
    '1.2M',
  ])
})

test('groups digits and uses the singular for one', () => {
  expect([999, 2166, 1_204_000, -2166, 1.5, 1234.5678].map(formatNumber)).toEqual([
    '999',
    '2,166',
    '1,204,000',
    '-2,166',
    '1.5',
    '1,234.5678',
  ])
  expect(formatCount(1, 'spot')).toBe('1 spot')
  expect(formatCount(0, 'city', 'cities')).toBe('0 cities')
  expect([0, 1, 2, 1.5].map((count) => pickPlural(count, 'is', 'are'))).toEqual(['are', 'is', 'are', 'are'])
})
