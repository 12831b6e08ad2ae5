import { expect, test } from 'vitest'
import { completeMention, findMention } from './find-mention.ts'

test('finds the mention that is being typed', () => {
  expect(findMention('Ask @jo', 7)).toEqual({ at: 4, prefix: 'jo' })
  expect(findMention('@', 1)).toEqual({ at: 0, prefix: '' })
  expect(findMention('Ask (@jo) twice', 8)).toEqual({ at: 5, prefix: 'jo' })
})

test.each(['mail@jo', 'https://x.org/@jo', 'Ask @jo and', 'Ask jo'])('finds no mention at the end of %s', (text) => {
  expect(findMention(text, text.length)).toBeUndefined()
})

test('completes a mention and keeps the text after it', () => {
  expect(completeMention('Ask @jo there', { at: 4, prefix: 'jo' }, 'jonas')).toEqual({
    text: 'Ask @jonas there',
    cursor: 11,
  })
})
