import { expect, test } from 'vitest'
import { toAsciiDigits } from './to-ascii-digits.ts'

test('replaces the digits of other keyboards', () => {
  expect(toAsciiDigits('٠١٢٣٤٥٦٧٨٩')).toBe('0123456789')
  expect(toAsciiDigits('۰۱۲۳۴۵۶۷۸۹')).toBe('0123456789')
  expect(toAsciiDigits('０１２３４５６７８９')).toBe('0123456789')
  expect(toAsciiDigits('12 ab')).toBe('12 ab')
})
