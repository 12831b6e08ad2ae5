import { expect, test } from 'vitest'
import { listStagedPhotos } from './stage-photos.ts'

test('cuts long names of photos between characters, because the database rejects half an emoji', () => {
  const photo = { path: ['trip.kmz', `photos/A${'🏔'.repeat(400)}.jpg`], file: 0, alt: '' }
  const [staged] = listStagedPhotos([{ photos: [photo] }], undefined)
  expect(staged?.named.name.isWellFormed()).toBe(true)
  expect([...(staged?.named.name ?? '')]).toHaveLength(300)
})

test('registers photos without characters that the database rejects', () => {
  const photo = { path: ['trip.zip', 'a\0.jpg'], file: 0, alt: 'Old\0 mill \ud800' }
  const [staged] = listStagedPhotos([{ photos: [photo] }], undefined)
  expect(staged?.named).toMatchObject({ name: 'a.jpg', alt_text: 'Old mill' })
})
