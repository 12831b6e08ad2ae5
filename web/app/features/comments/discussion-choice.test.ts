import { expect, test } from 'vitest'
import {
  type DiscussionChoice,
  defaultChoice,
  isDefaultChoice,
  linkChoice,
  linkComment,
  readDiscussionChoice,
} from './discussion-choice.ts'

const ID = '0b9ee1d4-4f1c-4a3f-8a57-1f3c3a2b1c0d'
const chosen: DiscussionChoice = {
  comments: 'newest',
  comments_after: ['2026-11-20T10:00:00.123456+00:00', ID],
  comment: ID,
  reviews: 'lowest',
  reviews_after: [3, '2026-11-20T10:00:00+00:00', ID],
  rating: 4,
  photos: true,
  review: ID,
}

test('parses its own links, and keeps the other parameters', () => {
  const link = new URL(linkChoice(new URLSearchParams('link=secret&rating=1'), chosen, 'reviews'), 'http://site/')
  expect(link.hash).toBe('#reviews')
  expect(link.searchParams.get('link')).toBe('secret')
  expect(readDiscussionChoice(link.searchParams)).toEqual(chosen)
})

test('links to a comment in the chosen order, without the page that is open', () => {
  const { search } = new URL(linkChoice(new URLSearchParams('link=secret'), chosen, 'comments'), 'http://site/')
  const link = new URL(linkComment(new URLSearchParams(search), 'new'), 'http://site/')
  expect(link.hash).toBe('#comment-new')
  expect(link.searchParams.get('comment')).toBe('new')
  expect(link.searchParams.has('comments-after')).toBe(false)
  expect(link.searchParams.get('comments')).toBe('newest')
  expect(link.searchParams.get('link')).toBe('secret')
})

test('omits the default from links', () => {
  expect(linkChoice(new URLSearchParams('rating=4&comment=x'), defaultChoice, 'comments')).toBe('?#comments')
  expect(isDefaultChoice(readDiscussionChoice(new URLSearchParams()))).toBe(true)
})

test.each([
  'comments=best',
  'comments-after=2026_x',
  `comments-after=yesterday_${ID}`,
  `comments-after=2026-02-31T10:00:00Z_${ID}`,
  `reviews-after=99999999999_2026-11-20T10:00:00Z_${ID}`,
  'comment=1',
  `reviews-after=x_2026-11-20T10:00:00Z_${ID}`,
  'rating=6',
  'rating=4.5',
  'photos=yes',
  'review=%00',
])('ignores the invalid parameter %s', (search) => {
  expect(isDefaultChoice(readDiscussionChoice(new URLSearchParams(search)))).toBe(true)
})
