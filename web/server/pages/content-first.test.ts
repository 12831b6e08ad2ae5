import { expect, test } from 'vitest'
import { moveContentFirst } from './content-first.ts'

const page = `<head><link rel="modulepreload" href="/assets/a.js" nonce="n1"/><link rel="stylesheet" href="/assets/a.css"/></head><body>words<script nonce="n1" type="module" async="">import "/assets/a.js"</script></body>`

const show = (html: string) => Buffer.concat(moveContentFirst(Buffer.from(html))).toString()

test('loads no script before the content, and every script after it', () => {
  const html = show(page)
  expect(html).not.toMatch(/<link rel="modulepreload"|<script[^>]*type="module"/)
  expect(html).toContain('["/assets/a.js"]')
  expect(html).toContain('<script nonce="n1" type="text/later-module">import "/assets/a.js"</script>')
  expect(html).toContain('<link rel="stylesheet" href="/assets/a.css"/>')
})

test('leaves a page without scripts unchanged', () => {
  expect(show('<head></head><body>words</body>')).toBe('<head></head><body>words</body>')
})

test('finds preloads on either side of the module, and keeps text that is not ASCII', () => {
  const late = '<link rel="modulepreload" href="/assets/b.js" nonce="n1"/>'
  const html = show(page.replace('words', 'Città 東京').replace('</body>', `🗺${late}</body>`))
  expect(html).toContain('["/assets/a.js","/assets/b.js"]')
  expect(html).toContain('<body>Città 東京<script')
  expect(html).toMatch(/<\/script>🗺<\/body>$/)
})
