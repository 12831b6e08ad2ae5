import { expect, test } from 'vitest'
import { listOutdatedFields, pickSeen, type SeenSpot } from './suggest-fields.ts'

const seen: SeenSpot = {
  title: 'Old mill',
  category: 'castle',
  tags: ['water'],
  description: '',
  address: null,
  website: null,
  access: 'unknown',
  lng: 7.7,
  lat: 45,
}

test('finds only fields that both the suggestion and another member changed', () => {
  const now = { ...seen, title: 'Mill', tags: ['water', 'old'], lat: 45.1 }
  expect(listOutdatedFields(seen, now, { title: 'New mill', description: 'x' })).toEqual(['title'])
  expect(listOutdatedFields(seen, now, { lng: 7.8, lat: 45.2 })).toEqual(['position'])
  expect(listOutdatedFields(seen, seen, { title: 'New mill' })).toEqual([])
})

test('sends the values that the member saw of the fields that they change', () => {
  expect(pickSeen(seen, { title: 'New mill', lng: 8 })).toEqual({ title: 'Old mill', lng: 7.7 })
})
