import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Confirmation } from './confirmation.tsx'

test('asks for a confirmation without JavaScript, in a box that is not ticked yet', () => {
  const html = renderToString(<Confirmation label="Yes, remove it" />)
  expect(html).toContain('<noscript><label')
  expect(html).toContain('type="checkbox"')
  expect(html).not.toContain('type="hidden"')
})
