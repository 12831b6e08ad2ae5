import { expect, test } from 'vitest'
import { createSpotSummary } from '#app/features/spots/spot-test-factory.ts'
import type { SpotDetail, SpotPage } from '../spot-page.ts'
import { describeSpotPage, toPlainText, toSpotJsonLd } from './spot-meta.ts'

function page(spot: Partial<SpotDetail> = {}): SpotPage {
  return {
    spot: {
      ...createSpotSummary({ title: 'Fetta di Polenta', tags: ['narrow'], rating_average: 4.7, review_count: 38 }),
      description: '',
      address: null,
      website: null,
      access: 'free',
      confirmed_at: null,
      removal_reason: null,
      ...spot,
    },
    origin: null,
    exact_point: null,
    author: null,
    city: null,
    photos: [],
    rating_steps: {},
    nearby: [],
    around: [],
    sheet_count: 1,
    posts: [],
    history: { count: 0, open_suggestions: 0 },
    viewer: {
      is_author: false,
      is_moderator: false,
      wants: false,
      has_been: false,
      is_saved: false,
      queue_position: null,
      link_secret: null,
      link_expires_at: null,
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
    '@type': 'LandmarksOrHistoricalBuildings',
    url: 'https://here.example/spot/abcdefgh2345',
    geo: { latitude: 45.0678, longitude: 7.6969 },
    aggregateRating: { ratingValue: 4.7, reviewCount: 38 },
  })
  const unrated = toSpotJsonLd(page({ rating_average: null }), 'https://here.example')
  expect(JSON.parse(JSON.stringify(unrated))).not.toHaveProperty('aggregateRating')
})
