import { expect, test } from 'vitest'
import { describeNews } from './list-news.ts'

const added = {
  added_by: { id: 'mara', username: 'mara', name: null, avatar_url: null },
  added_at: '2026-03-01T12:00:00Z',
}
const soon = Date.parse('2026-03-01T12:05:00Z')

test('tells collaborators who added a spot just now', () => {
  expect(describeNews(added, { id: 'jonas', role: 'editor' }, soon)).toBe('Added by mara, just now')
})

test.each([
  ['a reader of a public list', { id: 'jonas', role: null }, soon],
  ['the member who added it', { id: 'mara', role: 'owner' as const }, soon],
  ['a collaborator ten minutes later', { id: 'jonas', role: 'editor' as const }, soon + 6 * 60_000],
])('tells %s nothing', (_, reader, now) => {
  expect(describeNews(added, reader, now)).toBeNull()
})
