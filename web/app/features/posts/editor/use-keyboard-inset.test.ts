import { expect, test } from 'vitest'
import { measureKeyboard } from './use-keyboard-inset.ts'

test('returns the height that the keyboard covers, even when the page has moved up', () => {
  expect(measureKeyboard(844, { height: 504, offsetTop: 0, scale: 1 })).toBe(340)
  expect(measureKeyboard(844, { height: 504, offsetTop: 100, scale: 1 })).toBe(240)
})

test('returns 0 for a browser toolbar and for a zoomed page', () => {
  expect(measureKeyboard(844, { height: 788, offsetTop: 0, scale: 1 })).toBe(0)
  expect(measureKeyboard(844, { height: 422, offsetTop: 0, scale: 2 })).toBe(0)
})
