import { expect, test } from 'vitest'
import { addEarlyChanges } from './early-changes.ts'
import { EMPTY_STORY } from './story-fields.ts'

const kept = { ...EMPTY_STORY, title: 'Kept', body: 'Kept text.' }

test('restores the copy when nothing was typed', () => {
  expect(addEarlyChanges(kept, EMPTY_STORY, EMPTY_STORY)).toEqual(kept)
})

test('keeps a field that was typed before the copy was read', () => {
  const typed = { ...EMPTY_STORY, title: 'Typed' }
  expect(addEarlyChanges(kept, EMPTY_STORY, typed)).toEqual({ ...kept, title: 'Typed' })
})

test('appends the typed text to the stored copy', () => {
  const typed = { ...EMPTY_STORY, body: 'Typed text.' }
  expect(addEarlyChanges(kept, EMPTY_STORY, typed).body).toBe('Kept text.\n\nTyped text.')
})

test('keeps the typed text alone when the copy has only the text that was shown', () => {
  const first = { ...EMPTY_STORY, body: 'Kept text.' }
  const typed = { ...first, body: 'Kept text, continued.' }
  expect(addEarlyChanges(kept, first, typed).body).toBe('Kept text, continued.')
})
