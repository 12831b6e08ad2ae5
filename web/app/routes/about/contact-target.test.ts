import { expect, test } from 'vitest'
import { toContactTarget } from './contact-target.ts'

test('links email and web addresses, and nothing else', () => {
  expect(toContactTarget('hello@example.org')).toBe('mailto:hello@example.org')
  expect(toContactTarget('https://example.org/contact')).toBe('https://example.org/contact')
  for (const text of ['Ask at the bar', 'javascript:alert(1)', 'data:text/html,x', 'mailto:', 'a@b'])
    expect(toContactTarget(text)).toBeUndefined()
})
