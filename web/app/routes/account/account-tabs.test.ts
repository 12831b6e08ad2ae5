import { expect, test } from 'vitest'
import type { OwnPost, OwnSpot } from './account-page.ts'
import { sortContributions, toAccountSection } from './account-tabs.ts'

const spot = (id: string, status: OwnSpot['status']) => ({ id, status }) as OwnSpot
const post = (id: string, status: OwnPost['status']) => ({ id, status }) as OwnPost

test('puts every contribution into exactly one tab, regardless of its status', () => {
  const { shown, stories, drafts, waiting, removed } = sortContributions({
    spots: [
      spot('a', 'published'),
      spot('b', 'closed'),
      spot('c', 'draft'),
      spot('d', 'pending'),
      spot('e', 'removed'),
    ],
    posts: [post('f', 'published'), post('g', 'draft'), post('h', 'pending'), post('i', 'removed')],
  })
  const ids = (contributions: { row: { id: string } }[]) => contributions.map(({ row }) => row.id)
  expect(shown.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(stories.map(({ id }) => id)).toEqual(['f'])
  expect([ids(drafts), ids(waiting), ids(removed)]).toEqual([
    ['c', 'g'],
    ['d', 'h'],
    ['e', 'i'],
  ])
})

test('shows the feed for an unknown hash', () => {
  expect(toAccountSection('#lists')).toBe('lists')
  expect(toAccountSection('')).toBe('feed')
  expect(toAccountSection('#notifications')).toBe('feed')
})
