import { expect, test } from 'vitest'
import { renderMarkdown } from './markdown.ts'

const mentions = new Map([
  ['jonas', '/explore?by=jonas'],
  ['j.o-n_as', '/explore?by=renamed'],
])

const link = (url: string, text: string) => `<bdi><a href="${url}" rel="nofollow ugc noopener">${text}</a></bdi>`

test('links mentioned members, regardless of the case and the punctuation around them', () => {
  expect(renderMarkdown('Ask @Jonas, (@jonas) or @j.o-n_as.', { mentions })).toBe(
    `<p>Ask ${link('/explore?by=jonas', '@Jonas')}, (${link('/explore?by=jonas', '@jonas')}) or ${link('/explore?by=renamed', '@j.o-n_as')}.</p>\n`,
  )
})

test.each(['@someone', 'mail@jonas', '`@jonas`', '@jonas@example.org', 'x/@jonas', '@jonass'])(
  'links no member in %s',
  (text) => {
    expect(renderMarkdown(text, { mentions })).not.toContain('/explore')
  },
)

test('does not link mentions inside a link', () => {
  expect(renderMarkdown('[see @jonas](https://example.org/)', { mentions })).not.toContain('/explore')
})

test('keeps the @ of an unknown name before the name in right-to-left text', () => {
  expect(renderMarkdown('مرحبا @someone', { mentions: new Map() })).toBe('<p>مرحبا <bdi>@someone</bdi></p>\n')
})
