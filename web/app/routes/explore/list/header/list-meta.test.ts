import { expect, test } from 'vitest'
import { createSpotSummary } from '#app/features/spots/spot-test-factory.ts'
import type { ListPage } from '../list-page.ts'
import { describeListPage, toListJsonLd } from './list-meta.ts'

function createPage(visibility: ListPage['list']['visibility']): ListPage {
  const time = '2026-01-01T00:00:00Z'
  const spot = { ...createSpotSummary({ id: 'nervi2345678', title: 'Nervi' }), access: 'free' as const }
  return {
    list: {
      id: 'trains234567',
      kind: 'own',
      title: 'Trains',
      description: '',
      visibility,
      created_at: time,
      updated_at: time,
    },
    author: { id: 'a', username: 'mara', name: null, avatar_url: null },
    follow: { follower_count: 0, is_following: false },
    members: [],
    role: null,
    items: [{ spot, note: '', position: 1, is_cover: false, added_at: time, added_by: null, has_been: false }],
    item_count: 1,
    removed: [],
    hidden_count: 0,
    invitations: [],
    changes: [],
    hidden: null,
    admits_new_members: false,
    link_secret: null,
    link_expires_at: null,
  }
}

const describe = (visibility: ListPage['list']['visibility']) =>
  describeListPage({ kind: 'list', page: createPage(visibility), place: { lng: 0, lat: 0, zoom: 1 }, now: 0 })

test('keeps all lists but public ones out of search engines', () => {
  const robots = { name: 'robots', content: 'noindex, nofollow' }
  expect(describe('public')).not.toContainEqual(robots)
  for (const visibility of ['members', 'link', 'private'] as const) expect(describe(visibility)).toContainEqual(robots)
})

test('describes a list by its size and author', () => {
  expect(describe('public')).toContainEqual({ property: 'og:description', content: '1 spot by mara, on Hereabouts.' })
})

test('lists the spots in order for search engines', () => {
  expect(toListJsonLd(createPage('public'), 'https://example.org')).toMatchObject({
    '@type': 'ItemList',
    url: 'https://example.org/explore?list=trains234567',
    numberOfItems: 1,
    itemListElement: [{ position: 1, name: 'Nervi', url: 'https://example.org/spot/nervi2345678' }],
  })
})
