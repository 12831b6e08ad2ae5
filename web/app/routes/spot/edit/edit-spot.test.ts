import { expect, test } from 'vitest'
import { createSpotSummary } from '#app/features/spots/spot-test-factory.ts'
import type { SpotDetail } from '../spot-page.ts'
import { findSeenInput, findSpotChanges, toSpotFields } from './edit-spot.ts'

const spot: SpotDetail = {
  ...createSpotSummary({ tags: ['narrow', 'old'], lng: 7.696912345, lat: 45.067812345 }),
  description: '',
  address: null,
  website: null,
  access: 'unknown',
  confirmed_at: null,
  removal_reason: null,
}

const untouched = {
  position: { lng: 7.69691, lat: 45.06781 },
  title: 'Fetta',
  category: 'building',
  tags: ['narrow', 'old'],
  description: '',
  address: '',
  website: '',
  access: 'unknown',
  visibility: 'public',
  precision: 'exact',
} as const

test('finds no changes in an untouched form, though it rounds positions to a metre', () => {
  expect(findSpotChanges({ spot, exact_point: null }, { ...untouched, tags: [...untouched.tags] })).toEqual({})
})

test('returns only changed fields, with null for emptied ones', () => {
  const page = { spot: { ...spot, address: 'Here 1' }, exact_point: null }
  expect(findSpotChanges(page, { ...untouched, title: 'Slice', tags: ['narrow'] })).toEqual({
    title: 'Slice',
    tags: ['narrow'],
    address: null,
  })
})

test('edits the exact position and the address of an area if the viewer may read it', () => {
  const exact_point = { lng: 7.7, lat: 45.1, address: 'Here 1' }
  expect(toSpotFields({ spot, exact_point })).toMatchObject({ position: '45.10000, 7.70000', address: 'Here 1' })
  const moved = { ...untouched, tags: [...untouched.tags], position: { lng: 7.71, lat: 45.1 }, address: 'Here 1' }
  expect(findSpotChanges({ spot, exact_point }, moved)).toEqual({ lng: 7.71, lat: 45.1 })
})

test('keeps what others have changed since the form was opened', () => {
  const form = new FormData()
  form.set('seen', JSON.stringify(toSpotFields({ spot, exact_point: null })))
  const now = { spot: { ...spot, title: 'Renamed', lng: 7.8 }, exact_point: null }
  const input = { ...untouched, tags: [...untouched.tags], description: 'Narrow.' }
  expect(findSpotChanges(now, input, findSeenInput(form))).toEqual({ description: 'Narrow.' })
  expect(findSeenInput(new FormData())).toBeUndefined()
})
