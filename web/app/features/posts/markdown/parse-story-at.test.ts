import fc from 'fast-check'
import { expect, test } from 'vitest'
import { demoStories } from '../../../../../supabase/seed/demo-stories.ts'
import { parseStory } from './parse-story.ts'
import { parseStoryAt } from './parse-story-at.ts'
import type { StoryNode } from './story-node.ts'
import { writeStory } from './write-story.ts'

const PHOTO = '![](/photo/0b6e5f1a-1111-4222-8333-444455556666)'

/** The characters at each position of a document as ProseMirror counts them. Edges and leaves are spaces. */
function spell({ content = [] }: StoryNode): string {
  return content
    .map((node) => {
      if (node.text !== undefined) return node.text
      const isLeaf = ['spot', 'photo', 'hardBreak', 'horizontalRule'].includes(node.type)
      return isLeaf ? '·' : `<${spell(node)}>`
    })
    .join('')
}

/** Parses a text whose selection is between `«` and `»`, or whose caret is `|`, and shows both in the document. */
function show(text: string): string {
  const start = text.search(/[«|]/)
  const end = text.includes('»') ? text.indexOf('»') - 1 : start
  const { doc, from, to } = parseStoryAt(text.replaceAll(/[«»|]/g, ''), start, end)
  const [before, selected, after] = [spell(doc).slice(0, from), spell(doc).slice(from, to), spell(doc).slice(to)]
  return selected === '' ? `${before}|${after}` : `${before}«${selected}»${after}`
}

test.each([
  ['in a word', 'One wo|rd', '<One wo|rd>'],
  ['at the start', '|One', '<|One>'],
  ['in an empty text', '|', '<|>'],
  ['in bold text', '**bo|ld** text', '<bo|ld text>'],
  ['behind slanted text', '_slanted_|', '<slanted|>'],
  ['after a pair of surrogates', '😀|a', '<😀|a>'],
  ['behind an escaped character', 'a\\*|b', '<a*|b>'],
  ['in the second paragraph', 'One\n\nTw|o', '<One><Tw|o>'],
  ['in a nested list', '- one\n  - tw|o', '<<<one><<<tw|o>>>>>'],
  ['before the sign of a heading', '|## Water', '<|Water>'],
  ['after the sign of a heading', '#|', '<|>'],
  ['after the sign of a list', '-|', '<<<|>>>'],
  ['after a space', 'One |', '<One |>'],
  ['after a line break', 'One\n|', '<One·|>'],
  ['after an empty line', 'One\n\n|', '<One><|>'],
  ['between two paragraphs', 'One\n\n|\n\nTwo', '<One><|><Two>'],
  ['on the empty line between two paragraphs', 'One\n|\nTwo', '<One><|Two>'],
  ['after the address of a spot', 'One\n\n/spot/abc|', '<One>·<|>'],
  ['after a photo', `${PHOTO}|\n\nOne`, '·<|><One>'],
  ['in an unfinished address', 'See https://exam|', '<See https://exam|>'],
  ['in a code block', '```\nco|de\n```', '<co|de>'],
])('finds the caret %s', (_, text, expected) => {
  expect(show(text)).toBe(expected)
})

test.each([
  ['within a paragraph', 'One «wo»rd', '<One «wo»rd>'],
  ['over delimiters', 'One **«bold** and» more', '<One «bold and» more>'],
  ['over paragraphs', 'O«ne\n\n- tw»o', '<O«ne><<<tw»o>>>'],
])('finds a selection %s', (_, text, expected) => {
  expect(show(text)).toBe(expected)
})

test('counts line ends as a text field does', () => {
  const { from } = parseStoryAt('One\r\n\r\nTwo', 5, 5)
  expect(from).toBe(6)
})

test('keeps text with the characters that mark positions', () => {
  const body = 'a \uE000 b \uE001 c'
  const { doc, to } = parseStoryAt(body, 3, 3)
  expect(doc).toEqual(parseStory(body))
  expect(to).toBeLessThanOrEqual(spell(doc).length)
})

test('keeps the meaning of the text at every offset', () => {
  const bodies = demoStories.map(({ body }) => body)
  fc.assert(
    fc.property(fc.constantFrom(...bodies), fc.nat(), fc.nat(), (body, one, other) => {
      const [start = 0, end = 0] = [one % (body.length + 1), other % (body.length + 1)].toSorted((a, b) => a - b)
      const { doc, from, to } = parseStoryAt(body, start, end)
      expect(writeStory(doc)).toBe(writeStory(parseStory(body)))
      expect(from).toBeGreaterThanOrEqual(0)
      expect(to).toBeLessThanOrEqual(spell(doc).length)
    }),
    { numRuns: 60 },
  )
})
