import { expect, test } from 'vitest'
import { compareStoryTexts, listOtherStoryChanges } from './story-changes.ts'

function read(changes: Parameters<typeof compareStoryTexts>[0]) {
  return compareStoryTexts(changes).map(({ label, difference }) => [
    label,
    ...difference.flatMap(({ parts }) => parts.map(({ kind, text }) => `${kind}: ${text}`)),
  ])
}

test('names the readers of a story as the form does', () => {
  expect(read({ visibility: { from: 'link', to: 'private' } })).toEqual([
    ['Who can read it', 'removed: With the link', 'added: Only me'],
  ])
})

test('says that the cover or the city changed, without their ids', () => {
  const changes = { cover_photo_id: { from: null, to: '1f0b' }, city_id: { from: 7, to: null } }
  expect(read(changes)).toEqual([])
  expect(listOtherStoryChanges(changes)).toEqual(['Cover changed', 'City changed'])
  expect(listOtherStoryChanges({ title: { from: 'A', to: 'B' } })).toEqual([])
})
