import { expect, test } from 'vitest'
import { isMarkdown } from './paste-markdown.ts'

test.each([
  '## Water',
  'Text\n\n- one\n- two',
  '1. one',
  '> quote',
  'a **bold** word',
  'see [this](https://example.org)',
])('recognises %j as Markdown', (text) => {
  expect(isMarkdown(text)).toBe(true)
})

test.each(['Plain words', '#hashtag', '-5 degrees', '2 * 3 ** 4', 'a > b', '[sic]', 'https://example.org/a_b_c', ''])(
  'recognises %j as plain text',
  (text) => {
    expect(isMarkdown(text)).toBe(false)
  },
)
