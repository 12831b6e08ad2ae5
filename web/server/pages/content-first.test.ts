import { expect, test } from 'vitest'
import { putContentFirst } from './content-first.ts'

const page = `<head><link rel="modulepreload" href="/assets/a.js" nonce="n1"/><link rel="stylesheet" href="/assets/a.css"/></head><body>words<script nonce="n1" type="module" async="">import "/assets/a.js"</script></body>`

test('loads no script before the content, and every script after it', () => {
  const html = putContentFirst(page)
  expect(html).not.toMatch(/<link rel="modulepreload"|<script[^>]*type="module"/)
  expect(html).toContain('["/assets/a.js"]')
  expect(html).toContain('<script nonce="n1" type="text/later-module">import "/assets/a.js"</script>')
  expect(html).toContain('<link rel="stylesheet" href="/assets/a.css"/>')
})

test('leaves a page without scripts unchanged', () => {
  expect(putContentFirst('<head></head><body>words</body>')).toBe('<head></head><body>words</body>')
})
