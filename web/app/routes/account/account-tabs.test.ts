import { expect, test } from 'vitest'
import type { OwnPost, OwnSpot } from './account-page.ts'
import { findLastSpot, sortContributions, toAccountSection, toSpotsPage } from './account-tabs.ts'

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

test('continues after the hundredth spot if there are more', () => {
  const spots = Array.from({ length: 101 }, (_, index) => spot(`s${index}`, 'published'))
  expect(toSpotsPage(spots.slice(0, 100))).toEqual({ spots: spots.slice(0, 100), lastId: undefined })
  expect(toSpotsPage(spots)).toEqual({ spots: spots.slice(0, 100), lastId: 's99' })
})

test('shows the newest spots for a malformed id in the URL', () => {
  expect(findLastSpot(new URLSearchParams('older=ab12'))).toBe('ab12')
  const malformed = ['', 'older=', 'older=%00', "older=a'b"]
  expect(malformed.map((text) => findLastSpot(new URLSearchParams(text)))).toEqual(malformed.map(() => undefined))
})
