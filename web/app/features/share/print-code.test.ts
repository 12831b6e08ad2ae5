import { expect, test } from 'vitest'
import { writePrintedPath } from './print-code.tsx'

test('prints the same URL on the server and in the browser, which encode a query differently', () => {
  const printed = '/explore?q=Rome%2C+Italy'
  for (const search of ['?q=Rome,+Italy', '?q=Rome%2C%20Italy']) {
    expect(writePrintedPath('/explore', search)).toBe(printed)
  }
  expect(writePrintedPath('/explore', '')).toBe('/explore')
})
