import * as v from 'valibot'
import { expect, test } from 'vitest'
import { limitedText } from './limited-text.ts'

const Note = limitedText('list_items.note')

test('counts a line end that a form sends as two characters once, like the field', () => {
  const typed = `${'a'.repeat(139)}\n${'b'.repeat(140)}`
  expect(v.parse(Note, typed.replace('\n', '\r\n'))).toBe(typed)
  expect(v.is(Note, `${typed}c`)).toBe(false)
})
