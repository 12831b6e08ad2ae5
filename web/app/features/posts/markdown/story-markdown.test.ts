import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderMarkdown } from '#app/lib/markdown/markdown.ts'
import { demoStories } from '../../../../../supabase/seed/demo-stories.ts'
import { splitStory } from '../split-story.ts'
import { parseStory } from './parse-story.ts'
import type { StoryNode } from './story-node.ts'
import { writeStory } from './write-story.ts'

const rewrite = (body: string) => writeStory(parseStory(body))

/** The words that a reader sees, with the spots and photos. */
function read(body: string): string {
  const texts = splitStory(body).map((piece) => {
    if (piece.kind === 'spot') return `spot ${piece.spotId}`
    if (piece.kind === 'photo') return `photo ${piece.photoId} ${piece.altText} ${piece.caption}`
    return renderMarkdown(piece.markdown).replaceAll(/<[^>]*>/g, ' ')
  })
  return texts.join(' ').replaceAll(/\s+/g, '')
}

const PHOTO = '0b6e5f1a-1111-4222-8333-444455556666'

test.each(demoStories.map(({ slug, body }) => [slug, body.replaceAll(/^@([a-z]+)$/gm, '/spot/$1')]))(
  'keeps the demo story %s, word for word',
  (_, body) => {
    const once = rewrite(body)
    expect(read(once)).toBe(read(body))
    expect(rewrite(once)).toBe(once)
    expect(splitStory(once).filter(({ kind }) => kind === 'spot')).toEqual(
      splitStory(body).filter(({ kind }) => kind === 'spot'),
    )
  },
)

test.each([
  ['# One\n\nTwo **three _four_** [five](<https://example.org/a>)\n'],
  ['- one\n- two\n  - three\n    - four\n\n1. one\n2. two\n'],
  ['- loose\n\n- list\n'],
  ['> quote\n>\n> - in it\n'],
  [`/spot/abc\n\n![A \\[steep\\] path](/photo/${PHOTO} "At \\"dusk\\"")\n`],
  ['```js\nconst a = 1\n\n/spot/abc\n```\n'],
  ['| a | b |\n| --- | :-: |\n| 1 | **2** |\n'],
  ['line one\nline two\n'],
  ['___\n'],
])('keeps normal Markdown unchanged: %j', (body) => {
  expect(rewrite(body)).toBe(body)
})

test.each([
  ['# not a heading', 'paragraph'],
  ['1. not a list', 'paragraph'],
  ['- not a list', 'paragraph'],
  ['> not a quote', 'paragraph'],
  ['*not* _marked_ `at` [all](x) <b> &amp; ~~x~~', 'paragraph'],
  ['---', 'paragraph'],
  ['| --- |', 'paragraph'],
])('writes the typed text %j as text', (text, type) => {
  const doc = { type: 'doc', content: [{ type, content: [{ type: 'text', text }] }] }
  expect(
    renderMarkdown(writeStory(doc)).replaceAll(/&lt;/g, '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  ).toContain(text)
})

test('formats parts of words, even beside punctuation', () => {
  const marked = (type: string, text: string) => ({ type: 'text', text, marks: [{ type }] })
  const paragraph = [
    { type: 'text', text: 'a' },
    marked('italic', 'b'),
    marked('bold', '“c”'),
    { type: 'text', text: 'd' },
  ]
  const body = writeStory({ type: 'doc', content: [{ type: 'paragraph', content: paragraph }] })
  expect(renderMarkdown(body)).toBe('<p>a<em>b</em><strong>“c”</strong>d</p>\n')
})

const word = fc.oneof(
  fc.string({ minLength: 1, maxLength: 6 }),
  fc.constantFrom(
    '*',
    '**',
    '_',
    '`',
    '[',
    '](',
    '#',
    '>',
    '-',
    '1.',
    '~~',
    '|',
    '\\',
    '&amp;',
    'a',
    'Zürich',
    '“x”',
    'https://a.example/b_c_d',
    '/spot/abc',
    '東京',
    '😀',
  ),
)
const line = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '))
const markdown = fc.array(
  fc.oneof(line, fc.constantFrom('', '```', '- a', '  - b', '1. x', '> q', '---', '===', '| a |', '|---|')),
  { maxLength: 12 },
)

test('loses no text of generated Markdown, and is stable after the first round trip', () => {
  fc.assert(
    fc.property(markdown, (lines) => {
      const body = lines.join('\n')
      const once = rewrite(body)
      expect(read(once)).toBe(read(body))
      expect(rewrite(once)).toBe(once)
    }),
    // Each example failed before.
    {
      numRuns: 1000,
      examples: ['[ https://a.example/b_c_d ]( )', '[http]()s://a.example', '#@0\\.0'].map((text) => [[text]]),
    },
  )
})

const mark = fc.constantFrom('bold', 'italic', 'strike', 'code').map((type) => ({ type }))
const link = fc
  .constantFrom('https://example.org/a', 'https://example.org/(b)_c_')
  .map((href) => ({ type: 'link', attrs: { href } }))
const text = fc
  .tuple(
    fc.oneof(fc.stringMatching(/^[a-zé.,!“”()*_ ]{1,8}$/), fc.string({ minLength: 1, maxLength: 8 })),
    fc.uniqueArray(fc.oneof(mark, mark, mark, link), { maxLength: 3, selector: ({ type }) => type }),
  )
  .map(([content, marks]): StoryNode => ({ type: 'text', text: content.replaceAll(/\s/g, ' '), marks }))
const inline = fc.array(
  fc.oneof({ weight: 6, arbitrary: text }, { weight: 1, arbitrary: fc.constant<StoryNode>({ type: 'hardBreak' }) }),
  { maxLength: 6 },
)
/** The editor joins texts with the same marks. */
const joined = inline.map((nodes) =>
  nodes.filter(({ text, marks }, index) => {
    const before = nodes[index - 1]
    return !(text && before?.text && JSON.stringify(before.marks) === JSON.stringify(marks))
  }),
)
const { block } = fc.letrec<{ block: StoryNode; item: StoryNode }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    joined.map((content) => ({ type: 'paragraph', content })),
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), joined)
      .map(([level, content]) => ({ type: 'heading', attrs: { level }, content })),
    fc
      .string({ maxLength: 20 })
      .map((code) => ({ type: 'codeBlock', content: [{ type: 'text', text: code.replaceAll(/[\r`~]/g, '') }] })),
    fc.constant({ type: 'horizontalRule' }),
    fc
      .array(tie('item'), { minLength: 1, maxLength: 3 })
      .map((content) => ({ type: 'bulletList', attrs: { tight: true }, content })),
    fc
      .tuple(fc.integer({ min: 0, max: 12 }), fc.array(tie('item'), { minLength: 1, maxLength: 3 }))
      .map(([start, content]) => ({ type: 'orderedList', attrs: { start, tight: true }, content })),
    fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((content) => ({ type: 'blockquote', content })),
  ),
  item: fc
    .tuple(joined, fc.array(tie('block'), { maxLength: 2 }))
    .map(([content, blocks]) => ({ type: 'listItem', content: [{ type: 'paragraph', content }, ...blocks] })),
}))
const doc = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: block },
    {
      weight: 1,
      arbitrary: fc.constantFrom<StoryNode>(
        { type: 'spot', attrs: { id: 'abc' } },
        { type: 'photo', attrs: { id: PHOTO, alt: 'A ] path', caption: 'so "called"' } },
      ),
    },
  ),
  { maxLength: 5 },
)

/** The text of a document, without white space. */
function textOf({ text: own = '', content = [] }: StoryNode): string {
  return (own + content.map(textOf).join('')).replaceAll(/\s+/g, '')
}

test('reads back the text of generated documents, and is stable after the first round trip', () => {
  fc.assert(
    fc.property(doc, (content) => {
      const written = writeStory({ type: 'doc', content })
      const again = parseStory(written)
      expect(textOf(again)).toBe(textOf({ type: 'doc', content }))
      const once = writeStory(again)
      expect(rewrite(once)).toBe(once)
    }),
    { numRuns: 1000 },
  )
})
