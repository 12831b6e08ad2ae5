import { expect, test } from 'vitest'
import { compareTexts, type TextDifference } from './compare-texts.ts'

/** Writes a difference as text: `[-removed-]`, `{+added+}`. Unchanged blocks are in parentheses. */
function write(difference: TextDifference): string {
  const marks = { same: ['', ''], removed: ['[-', '-]'], added: ['{+', '+}'] } as const
  return difference
    .map(({ isChanged, parts }) => {
      const text = parts.map(({ kind, text }) => marks[kind][0] + text + marks[kind][1]).join('')
      return isChanged ? text : `(${text})`
    })
    .join('|')
}

test('marks the words that changed and keeps the others', () => {
  expect(write(compareTexts('Private flats inside.', 'Private flats inside, please do not ring.'))).toBe(
    'Private flats inside{+, please do not ring+}.',
  )
  expect(write(compareTexts('shrunk to fifty four centimetres', 'shrunk to sixty centimetres'))).toBe(
    'shrunk to [-fifty four-]{+sixty+} centimetres',
  )
})

test('joins neighbouring changed words into one change', () => {
  expect(write(compareTexts('a red brick house', 'a blue stone house'))).toBe('a [-red brick-]{+blue stone+} house')
})

test('splits scripts without spaces into words', () => {
  expect(write(compareTexts('東京の古い駅', '東京の新しい駅'))).toBe('東京の[-古い-]{+新しい+}駅')
})

test('separates unchanged lines from changed ones', () => {
  expect(write(compareTexts('One.\n\nTwo.\n\nThree.', 'One.\r\n\r\nTwo, changed.\r\n\r\nThree.'))).toBe(
    '(One.\n)|Two{+, changed+}.|(\nThree.)',
  )
})

test('shows a text that appears or disappears as one change', () => {
  expect(write(compareTexts('', 'New'))).toBe('{+New+}')
  expect(write(compareTexts('Old', ''))).toBe('[-Old-]')
  expect(compareTexts('', '')).toEqual([])
  expect(write(compareTexts('Same', 'Same'))).toBe('(Same)')
})

test('compares two long unrelated texts in a moment', () => {
  const write = (letter: string) => Array.from({ length: 20_000 }, (_, index) => `${letter}${index}`).join(' ')
  const started = process.cpuUsage()
  const difference = compareTexts(write('a'), write('b'))
  // Measures CPU time, because a busy machine takes longer.
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000)
  expect(difference.map(({ parts }) => parts.map(({ kind }) => kind))).toEqual([['removed', 'added']])
})
