import { expect, test } from 'vitest'
import { splitStory } from './split-story.ts'

const spot = (spotId: string) => ({ kind: 'spot', spotId })
const text = (markdown: string) => ({ kind: 'text', markdown })

test('places a spot where its URL is a separate paragraph, in every notation', () => {
  const ways = ['/spot/abc', '[Bench](/spot/abc)', 'https://map.example/spot/abc', '<https://map.example/spot/abc>']
  for (const way of ways) {
    expect(splitStory(`Before.\n\n${way}\n\nAfter.`)).toEqual([text('Before.\n'), spot('abc'), text('\nAfter.')])
  }
})

test('allows spots at the start, at the end and next to each other', () => {
  expect(splitStory('/spot/a1\n\n/spot/b2')).toEqual([spot('a1'), spot('b2')])
})

test('keeps URLs in sentences, lists and code blocks as text', () => {
  for (const body of ['See /spot/abc today.', 'See\n/spot/abc\ntoday.', '- /spot/abc', '```\n\n/spot/abc\n\n```']) {
    expect(splitStory(body)).toEqual([text(body)])
  }
})

test('accepts Windows line endings', () => {
  expect(splitStory('One.\r\n\r\n/spot/abc\r\n\r\nTwo.')).toEqual([text('One.\n'), spot('abc'), text('\nTwo.')])
})

test('returns no pieces for an empty story', () => {
  expect(splitStory('')).toEqual([])
  expect(splitStory(' \n\n')).toEqual([])
})
