import { expect, test } from 'vitest'
import type { SpotDetail, SpotPage } from '../spot-page.ts'
import { describeSpotPage, toPlainText, toSpotJsonLd } from './spot-meta.ts'

function page(spot: Partial<SpotDetail> = {}): SpotPage {
  return {
    spot: {
      id: 'abcdefgh2345',
      slug: 'fetta',
      title: 'Fetta di Polenta',
      category: 'building',
      tags: ['narrow'],
      excerpt: '',
      lng: 7.6969,
      lat: 45.0678,
      precision: 'exact',
      country_code: 'IT',
      visibility: 'public',
      status: 'published',
      author_id: null,
      rating_average: 4.7,
      review_count: 38,
      photo_count: 0,
      comment_count: 0,
      save_count: 0,
      been_count: 0,
      published_at: null,
      created_at: '2026-11-20T10:00:00Z',
      updated_at: '2026-11-20T10:00:00Z',
      city: null,
      cover: null,
      description: '',
      address: null,
      website: null,
      access: 'free',
      confirmed_at: null,
      removal_reason: null,
      ...spot,
    },
    exact_point: null,
    author: null,
    city: null,
    photos: [],
    reviews: [],
    comments: [],
    nearby: [],
    around: [],
    sheet_count: 1,
    posts: [],
    history: { count: 0, latest: [] },
    viewer: {
      is_author: false,
      is_moderator: false,
      wants: false,
      has_been: false,
      review: null,
      queue_position: null,
      link_secret: null,
    },
  }
}

function findRobots(spot: Partial<SpotDetail>) {
  return describeSpotPage(page(spot)).find((entry) => 'name' in entry && entry.name === 'robots')
}

test('keeps spots that are not public out of search engines', () => {
  expect(findRobots({})).toBeUndefined()
  expect(findRobots({ status: 'closed' })).toBeUndefined()
  for (const visibility of ['members', 'link', 'private'] as const) expect(findRobots({ visibility })).toBeDefined()
  for (const status of ['draft', 'pending', 'removed'] as const) expect(findRobots({ status })).toBeDefined()
})

test('shortens a description between words, and describes a spot without one by its category', () => {
  const long = describeSpotPage(page({ description: `**Bold** ${'word '.repeat(80)}` }))
  const content = long.find((entry) => 'name' in entry && entry.name === 'description')?.content ?? ''
  expect(content).toMatch(/^Bold word .*word…$/)
  expect(content.length).toBeLessThanOrEqual(200)
  expect(describeSpotPage(page())[1]).toMatchObject({ content: 'Building in Italy, on Hereabouts.' })
})

test('strips Markdown syntax', () => {
  expect(toPlainText('# Go\n\n[there](https://example.org) *now*, ![x](y.png)')).toBe('Go there now, x')
})

test('includes place and rating in the JSON-LD, and no rating when there is none', () => {
  const json = toSpotJsonLd(page(), 'https://here.example')
  expect(json).toMatchObject({
    '@type': 'Place',
    url: 'https://here.example/spot/abcdefgh2345',
    geo: { latitude: 45.0678, longitude: 7.6969 },
    aggregateRating: { ratingValue: 4.7, reviewCount: 38 },
  })
  const unrated = toSpotJsonLd(page({ rating_average: null }), 'https://here.example')
  expect(JSON.parse(JSON.stringify(unrated))).not.toHaveProperty('aggregateRating')
})
