import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CodeInput } from './code-input.tsx'

test.each([6, 7, 10])('has a cell for each of %i digits and accepts no fewer', (length) => {
  const html = renderToStaticMarkup(<CodeInput name="code" length={length} />)
  expect(html.match(/code-cell/g)).toHaveLength(length)
  expect(html.match(/code-gap/g)).toHaveLength(1)
  const pattern = new RegExp(`^(?:${/pattern="([^"]+)"/.exec(html)?.[1]})$`)
  expect(pattern.test('1'.repeat(length))).toBe(true)
  expect(pattern.test('1'.repeat(length - 1))).toBe(false)
})
