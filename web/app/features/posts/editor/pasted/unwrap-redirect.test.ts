import { expect, test } from 'vitest'
import { unwrapRedirect } from './unwrap-redirect.ts'

const TARGET = 'https://example.org/a?b=1&c=é#d'

test.each([
  `https://www.google.com/url?q=${encodeURIComponent(TARGET)}&sa=D&source=editors&ust=1&usg=x`,
  `https://www.google.co.uk/url?sa=t&url=${encodeURIComponent(TARGET)}`,
  `https://l.facebook.com/l.php?u=${encodeURIComponent(TARGET)}&h=x`,
  `https://nam02.safelinks.protection.outlook.com/?url=${encodeURIComponent(TARGET)}&data=x`,
  `https://www.google.com/url?q=${encodeURIComponent(`https://slack-redir.net/link?url=${encodeURIComponent(TARGET)}`)}`,
])('returns the target of %s', (address) => {
  expect(unwrapRedirect(address)).toBe(TARGET)
})

test.each([
  'https://www.google.com/url?q=javascript:alert(1)',
  'https://www.google.com/search?q=https://example.org',
  'https://google.com.evil.example/url?q=https://example.org',
  'https://notgoogle.com/url?q=https://example.org',
  'mailto:a@example.org',
  '#heading',
  '',
])('returns %j unchanged', (address) => {
  expect(unwrapRedirect(address)).toBe(address)
})
