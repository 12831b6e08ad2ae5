import { expect, test } from 'vitest'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { composeStory } from './compose-story.ts'

function createSpot(id: string): SpotSummary {
  return {
    id,
    slug: id,
    title: id,
    category: 'ruin',
    tags: [],
    excerpt: '',
    lng: 0,
    lat: 0,
    precision: 'exact',
    country_code: null,
    visibility: 'public',
    status: 'published',
    author_id: null,
    rating_average: null,
    review_count: 0,
    photo_count: 0,
    comment_count: 0,
    save_count: 0,
    been_count: 0,
    published_at: null,
    created_at: '2026-11-20T10:00:00Z',
    updated_at: '2026-11-20T10:00:00Z',
    city: null,
    cover: null,
  }
}

const numbersOf = (story: ReturnType<typeof composeStory>) =>
  story.stops.map(({ number, spot }) => `${number} ${spot.id}`)

test('spots are numbered as the text comes to them, the others after them', () => {
  const story = composeStory('/spot/b\n\nThen.\n\n/spot/a', [createSpot('a'), createSpot('b'), createSpot('c')])
  expect(numbersOf(story)).toEqual(['1 b', '2 a', '3 c'])
  expect(story.parts.map(({ kind }) => kind)).toEqual(['stop', 'text', 'stop'])
  expect(story.unplaced).toEqual([3])
})

test('a spot placed twice is one card and one number', () => {
  const story = composeStory('/spot/a\n\nAgain.\n\n/spot/a', [createSpot('a')])
  expect(story.parts.map(({ kind }) => kind)).toEqual(['stop', 'text'])
  expect(numbersOf(story)).toEqual(['1 a'])
})

test('a spot that the reader may not see leaves a gap, not an error', () => {
  expect(composeStory('/spot/gone', []).parts).toEqual([{ kind: 'missing' }])
})

test('headings begin below the title of the page, and HTML of the author is text', () => {
  const [part] = composeStory('# Up\n\n<img src=x onerror=alert(1)>', []).parts
  expect(part).toEqual({ kind: 'text', html: '<h2>Up</h2>\n<p>&lt;img src=x onerror=alert(1)&gt;</p>\n' })
})
