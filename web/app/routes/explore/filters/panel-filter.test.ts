import { expect, test } from 'vitest'
import { noFilter } from '#app/features/explore/filters/spot-filter.ts'
import { clearPanel, readPanel } from './panel-filter.ts'

const profile = { ...noFilter, by: 'mara', sort: 'newest' as const, hasPhotos: true }

test('keeps the member of a profile when the panel is submitted', () => {
  const form = new FormData()
  form.set('rating', '4')
  expect(readPanel(form, profile)).toEqual({ ...noFilter, by: 'mara', minRating: 4 })
})

test('keeps the member and the order when the panel is cleared', () => {
  expect(clearPanel(profile)).toEqual({ ...noFilter, by: 'mara', sort: 'newest' })
})
