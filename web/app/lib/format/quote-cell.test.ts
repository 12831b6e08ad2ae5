import { expect, test } from 'vitest'
import { quoteCell } from './quote-cell.ts'

test('quotes cells and doubles their quotation marks', () => {
  expect(quoteCell('He said "no", twice')).toBe('"He said ""no"", twice"')
})

test('prevents texts of members from becoming formulas in a spreadsheet', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1']) expect(quoteCell(text)).toBe(`"'${text}"`)
})
