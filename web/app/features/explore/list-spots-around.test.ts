import { expect, test } from 'vitest'
import { toCoarsePosition } from '#app/features/map/coarse-position.ts'
import { createSpotSummary } from '#app/features/spots/spot-test-factory.ts'
import { distanceMeters } from '#app/lib/geo/distance.ts'
import type { ExploreResponse } from './explore-response.ts'
import type { ExploreRequest } from './explore-view.ts'
import { listSpotsAround } from './list-spots-around.ts'

const HERE = { lng: 11.25581, lat: 43.76962 }
const COARSE = toCoarsePosition(HERE)

test('requests only the surroundings of a 2 km cell', async () => {
  const asked: ExploreRequest[] = []
  await listSpotsAround(HERE, 6, (request) => {
    asked.push(request)
    return Promise.resolve(response([]))
  })
  const [{ bounds, from } = { bounds: undefined, from: undefined }] = asked
  expect(from).toEqual(COARSE)
  expect(((bounds?.west ?? 0) + (bounds?.east ?? 0)) / 2).toBeCloseTo(COARSE.lng, 6)
  expect(JSON.stringify(asked)).not.toMatch(/11\.2558|43\.7696/)
})

test('orders by the distance from the position, not from the middle of the cell', async () => {
  const near = { lng: HERE.lng, lat: HERE.lat + 0.001 }
  const found = await listSpotsAround(HERE, 2, () =>
    Promise.resolve(response([spot('middle', COARSE), spot('near', near)])),
  )
  expect(found.map(({ id }) => id)).toEqual(['near', 'middle'])
})

test('loads further pages until no unread spot can be nearer', async () => {
  const around = Array.from({ length: 90 }, (_, place) =>
    spot(`s${place}`, { ...COARSE, lng: COARSE.lng + place * 0.0002 }),
  )
  const target = spot('target', { lng: HERE.lng, lat: HERE.lat + 0.0001 })
  const all = [...around, target].sort((a, b) => distanceMeters(COARSE, a) - distanceMeters(COARSE, b))
  const found = await listSpotsAround(HERE, 1, ({ cursor = '0' }) => {
    const end = Number(cursor) + 30
    return Promise.resolve(response(all.slice(Number(cursor), end), end < all.length ? String(end) : null))
  })
  expect(found.map(({ id }) => id)).toEqual(['target'])
})

test('returns the nearest spot farther away if the surroundings have none', async () => {
  const far = spot('far', { lng: 13, lat: 45 })
  expect(await listSpotsAround(HERE, 6, () => Promise.resolve({ ...response([]), nearest: far }))).toEqual([far])
})

function spot(id: string, { lng, lat }: { lng: number; lat: number }) {
  return createSpotSummary({ id, lng, lat })
}

function response(spots: ReturnType<typeof spot>[], cursor: string | null = null): ExploreResponse {
  const total = { n: spots.length, exact: true }
  return { view: { clusters: [], total, spots, cursor, version: 1 }, origin: { name: null, ...COARSE }, nearest: null }
}
