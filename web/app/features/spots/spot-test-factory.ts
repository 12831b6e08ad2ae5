import type { SpotSummary } from './spot-summary.ts'

/** Creates a published public spot without photos and reviews for tests. */
export function createSpotSummary(change: Partial<SpotSummary> = {}): SpotSummary {
  return {
    id: 'abcdefgh2345',
    slug: 'fetta',
    title: 'Fetta',
    category: 'building',
    tags: [],
    excerpt: '',
    lng: 7.6969,
    lat: 45.0678,
    precision: 'exact',
    country_code: 'IT',
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
    origin: null,
    ...change,
  }
}
