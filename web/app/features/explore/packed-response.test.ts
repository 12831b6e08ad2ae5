import { expect, test } from 'vitest'
import type { ExploreResponse } from './explore-response.ts'
import { packResponse, unpackResponse } from './packed-response.ts'

const groups = { relief: 3, water: 0, green: 0, past: 2, culture: 0, table: 0, way: 1 }
const REPLY = {
  view: {
    clusters: [
      { n: 6, lng: 11.2, lat: 43.7, groups },
      { n: 2, lng: 11.3, lat: 43.8, groups, stack: 'cafe' },
      { n: 1, id: 'hiddenmill22', slug: 'mill', title: 'A "mill"</script>', category: 'cafe', lng: 1, lat: 2 },
    ],
    total: { n: 9, exact: true },
    spots: [],
    cursor: null,
    version: 1,
  },
  origin: { name: null, lng: 1, lat: 2 },
  nearest: null,
} as unknown as ExploreResponse

test('returns a response unchanged after it was sent as text', () => {
  expect(unpackResponse({ ...packResponse(REPLY) })).toEqual(REPLY)
})

test('returns the same response each time', () => {
  expect(unpackResponse(packResponse(REPLY))).toBe(REPLY)
  const received = { ...packResponse(REPLY) }
  expect(unpackResponse(received)).toBe(unpackResponse(received))
})

test('packs a response once', () => {
  expect(packResponse(REPLY)).toBe(packResponse(REPLY))
})
