import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renderMarkdown } from './markdown.ts'

const TEXTS = join(import.meta.dirname, '../../../../../shared/data/text')
const KNOWN_TAGS = new Set(
  'p br em strong s code pre blockquote ul ol li a h3 h4 h5 h6 hr table thead tbody tr th td'.split(' '),
)

/** Returns every tag of the output, so that no injected tag goes unnoticed. */
function listTags(html: string): { name: string; attributes: string }[] {
  return [...html.matchAll(/<\/?([a-z][^\s/>]*)([^>]*)>/gi)].map(([, name = '', attributes = '']) => ({
    name: name.toLowerCase(),
    attributes,
  }))
}

function expectHarmless(html: string) {
  for (const { name, attributes } of listTags(html)) {
    expect(KNOWN_TAGS, html).toContain(name)
    expect(attributes.replaceAll(/"[^"]*"/g, ''), html).not.toMatch(/(^|\s)(on\w+|style|src|srcdoc|formaction)\s*=/i)
    const href = /href="([^"]*)"/.exec(attributes)?.[1]
    if (href !== undefined) expect(href, html).toMatch(/^(https?:\/\/|mailto:)/i)
  }
}

test('renders emphasis, lists and links as HTML', () => {
  expect(renderMarkdown('**Go** at [dusk](https://example.org/a?b=1&c=2).\n\n- one\n- two')).toBe(
    '<p><strong>Go</strong> at <a href="https://example.org/a?b=1&amp;c=2" rel="nofollow ugc noopener">dusk</a>.</p>\n' +
      '<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n',
  )
})

test('closes gaps in the heading outline', () => {
  expect(renderMarkdown('## A\n\n#### B\n\n# C', { firstHeading: 2 })).toBe('<h2>A</h2>\n<h3>B</h3>\n<h2>C</h2>\n')
  expect(renderMarkdown('### Only', { firstHeading: 2 })).toBe('<h2>Only</h2>\n')
})

test('starts headings below those of the page', () => {
  expect(renderMarkdown('# One\n\n###### Six')).toBe('<h3>One</h3>\n<h4>Six</h4>\n')
  expect(renderMarkdown('# One\n\n## Two', { firstHeading: 2 })).toBe('<h2>One</h2>\n<h3>Two</h3>\n')
})

test('shows HTML as text', () => {
  expect(renderMarkdown('<script>alert(1)</script>')).not.toContain('<script')
})

test.each([
  '[x](javascript:alert(1))',
  '[x](data:text/html,hi)',
  '[x](vbscript:x)',
  '[x](//evil.example)',
  '[x](/account/settings)',
  '[x](\\\\evil.example)',
  '![x](https://example.org/pixel.gif)',
])('renders %s neither as a link nor as a picture', (text) => {
  expect(renderMarkdown(text)).not.toMatch(/<a href="(?!https:\/\/example\.org\/pixel)|<img/)
})

test('renders no link for a URL with credentials', () => {
  expect(renderMarkdown('[bank](https://bank.example:x@evil.example)')).not.toMatch(/href="[^"]*@/)
})

test('renders pictures as links at most', () => {
  expect(renderMarkdown('![x](https://example.org/pixel.gif)')).not.toContain('<img')
})

test.skipIf(!existsSync(TEXTS))('lets no known attack run scripts', () => {
  const lines = ['xss-markdown.txt', 'xss-html-payloads.txt', 'naughty-strings.txt'].flatMap((file) =>
    readFileSync(join(TEXTS, file), 'utf8').split('\n'),
  )
  const cases = JSON.parse(readFileSync(join(TEXTS, 'sanitizer-cases-dompurify.json'), 'utf8'))
  const payloads = JSON.stringify(cases).match(/"(?:[^"\\]|\\.)*"/g) ?? []
  const texts = [...lines, ...payloads.map((text) => String(JSON.parse(text)))]
  for (const text of texts) expectHarmless(renderMarkdown(text))
  expectHarmless(renderMarkdown(readFileSync(join(TEXTS, 'xss-markdown.txt'), 'utf8')))
  expect(texts.length).toBeGreaterThan(500)
})
