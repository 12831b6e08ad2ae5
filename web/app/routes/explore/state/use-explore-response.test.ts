import { expect, test } from 'vitest'
import { noFilter } from '#app/features/explore/filters/spot-filter.ts'
import { createSpotSummary } from '#app/features/spots/spot-test-factory.ts'
import { continueLoaded, type Loaded } from './use-explore-response.ts'

const request = { bounds: { west: 0, south: 0, east: 1, north: 1 }, zoom: 5, filter: noFilter }

function createResponse(cursor: string | null) {
  const view = { version: 1, total: { n: 1, exact: true }, clusters: [], spots: [createSpotSummary()], cursor }
  return { view, origin: { lng: 0, lat: 0, name: null }, nearest: null }
}

test('keeps the further pages of a list when the server sends the same start again', () => {
  const more = [createSpotSummary({ id: 'more' })]
  const now: Loaded = { request, response: createResponse('1_a'), more, cursor: '2_b' }
  const again = createResponse('1_a')
  expect(continueLoaded(now, { request, response: again })).toEqual({ request, response: again, more, cursor: '2_b' })
  const other = { request, response: createResponse('3_c') }
  expect(continueLoaded(now, other)).toEqual({ ...other, more: [], cursor: '3_c' })
})
