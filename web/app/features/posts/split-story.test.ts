import { expect, test } from 'vitest'
import { splitStory } from './split-story.ts'

const spot = (spotId: string) => ({ kind: 'spot', spotId })
const text = (markdown: string) => ({ kind: 'text', markdown })

test('a spot stands where its address is a paragraph of its own, in every way of writing it', () => {
  const ways = ['/spot/abc', '[Bench](/spot/abc)', 'https://map.example/spot/abc', '<https://map.example/spot/abc>']
  for (const way of ways) {
    expect(splitStory(`Before.\n\n${way}\n\nAfter.`)).toEqual([text('Before.\n'), spot('abc'), text('\nAfter.')])
  }
})

test('a story may begin and end with a spot, and two may follow each other', () => {
  expect(splitStory('/spot/a1\n\n/spot/b2')).toEqual([spot('a1'), spot('b2')])
})

test('an address within a sentence, a list or a block of code is text', () => {
  for (const body of ['See /spot/abc today.', 'See\n/spot/abc\ntoday.', '- /spot/abc', '```\n\n/spot/abc\n\n```']) {
    expect(splitStory(body)).toEqual([text(body)])
  }
})

test('lines that end as on Windows are lines', () => {
  expect(splitStory('One.\r\n\r\n/spot/abc\r\n\r\nTwo.')).toEqual([text('One.\n'), spot('abc'), text('\nTwo.')])
})

test('an empty story has no pieces', () => {
  expect(splitStory('')).toEqual([])
  expect(splitStory(' \n\n')).toEqual([])
})
