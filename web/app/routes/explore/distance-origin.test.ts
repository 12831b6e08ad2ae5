import { expect, test } from 'vitest'
import type { ExploreResponse } from '#app/features/explore/explore-response.ts'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { chooseOrigin, sortFromHere } from './distance-origin.ts'

const HERE = { lng: 13.4, lat: 52.5 }
const CONTINENTS = { zoom: 3, sort: 'best' } as const

test('measures distances from the viewer if their position is known', () => {
  expect(chooseOrigin(HERE, createResponse(null), CONTINENTS)).toEqual({
    ...HERE,
    name: 'where you are',
    isFarOut: false,
  })
})

test('measures distances from the centre of the view, named after its city', () => {
  expect(chooseOrigin(undefined, createResponse('Rome'), CONTINENTS)).toMatchObject({ name: 'Rome', isFarOut: false })
  expect(chooseOrigin(undefined, createResponse(null), { zoom: 5, sort: 'best' })).toMatchObject({
    name: 'the middle',
    isFarOut: false,
  })
})

test('hides distances in a view of continents unless the list is sorted by them', () => {
  expect(chooseOrigin(undefined, createResponse(null), CONTINENTS).isFarOut).toBe(true)
  expect(chooseOrigin(undefined, createResponse(null), { zoom: 3, sort: 'nearest' }).isFarOut).toBe(false)
})

test('sorts spots by distance only for "nearest" and a known position', () => {
  const spots = [
    { id: 'far', lng: 20, lat: 40 },
    { id: 'near', lng: 13.5, lat: 52.5 },
  ] as SpotSummary[]
  const idsOf = (sorted: SpotSummary[]) => sorted.map(({ id }) => id)
  expect(idsOf(sortFromHere(spots, HERE, 'nearest'))).toEqual(['near', 'far'])
  expect(idsOf(sortFromHere(spots, HERE, 'best'))).toEqual(['far', 'near'])
  expect(idsOf(sortFromHere(spots, undefined, 'nearest'))).toEqual(['far', 'near'])
})

function createResponse(name: string | null) {
  return { origin: { lng: 12.5, lat: 41.9, name } } as ExploreResponse
}
