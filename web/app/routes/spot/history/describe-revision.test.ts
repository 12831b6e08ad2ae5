import { expect, test } from 'vitest'
import { describeRevision } from './describe-revision.ts'

const change = { from: 'a', to: 'b' }

test.each([
  [{ title: change }, 'Changed title'],
  [{ lng: { from: 1, to: 2 }, access: change, tags: change }, 'Moved, changed tags and access'],
  [{ photos: { from: [], to: ['a'] }, cover_photo_id: change }, 'Added 1 photo'],
  [{ photos: { from: ['a', 'b'], to: ['c'] } }, 'Added 1 photo, removed 2 photos'],
  [{ status: { from: 'published', to: 'closed' } }, 'Marked as closed for good'],
])('describes the change %j', (changes, words) => {
  expect(describeRevision({ changes, restores: null })).toBe(words)
})

test('describes a change that restores an earlier one', () => {
  expect(describeRevision({ changes: { title: change }, restores: 4 })).toBe('Restored: changed title')
})
