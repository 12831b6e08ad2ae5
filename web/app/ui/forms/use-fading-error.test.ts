import { expect, test } from 'vitest'
import { findInputError } from './use-fading-error.ts'

const text = (value: string, rejected: string, isValid: boolean) => ({ value, rejected, isValid })
const check = (value: string) => (value.includes('@') ? undefined : 'The @ is missing.')

test('keeps the error of the rejected text', () => {
  expect(findInputError('Too short.', text('ab', 'ab', true))).toBe('Too short.')
  expect(findInputError('Taken.', text('a@b', 'a@b', true), check)).toBe('Taken.')
})

test('hides the error once the text satisfies the rules of the control', () => {
  expect(findInputError('Too short.', text('abc', 'ab', false))).toBe('Too short.')
  expect(findInputError('Too short.', text('abcd', 'ab', true))).toBeUndefined()
})

test('hides the error of a missing text while it is typed', () => {
  expect(findInputError('Fill this in.', text('mara', '', false))).toBeUndefined()
  expect(findInputError('Fill this in.', text('', '', false))).toBe('Fill this in.')
})

test('shows the error of the current text if the field has a check', () => {
  expect(findInputError('Fill this in.', text('mara', '', false), check)).toBe('The @ is missing.')
  expect(findInputError('Fill this in.', text('mara@here', '', false), check)).toBeUndefined()
})
