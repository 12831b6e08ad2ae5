import { expect, test } from 'vitest'
import type { ExploreReply } from './explore-reply.ts'
import { packReply, unpackReply } from './packed-reply.ts'

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
} as unknown as ExploreReply

test('returns a reply unchanged after it was sent as text', () => {
  expect(unpackReply({ ...packReply(REPLY) })).toEqual(REPLY)
})

test('returns the same reply each time', () => {
  expect(unpackReply(packReply(REPLY))).toBe(REPLY)
  const received = { ...packReply(REPLY) }
  expect(unpackReply(received)).toBe(unpackReply(received))
})

test('packs a reply once', () => {
  expect(packReply(REPLY)).toBe(packReply(REPLY))
})
