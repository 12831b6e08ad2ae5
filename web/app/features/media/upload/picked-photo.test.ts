import { expect, test } from 'vitest'
import { movePhoto, toPickedPhotos } from './picked-photo.ts'

const PHOTOS = [{ key: 'a' }, { key: 'b' }, { key: 'c' }]
const keys = (photos: { key: string }[]) => photos.map(({ key }) => key).join('')

test('moves a photo to another position', () => {
  expect(keys(movePhoto(PHOTOS, 'c', 0))).toBe('cab')
  expect(keys(movePhoto(PHOTOS, 'a', 1))).toBe('bac')
  expect(keys(movePhoto(PHOTOS, 'a', 9))).toBe('bca')
  expect(keys(movePhoto(PHOTOS, 'gone', 0))).toBe('abc')
})

test('assigns a unique key to each chosen file', () => {
  let count = 0
  const photos = toPickedPhotos([new File(['x'], 'view.jpg'), new File(['y'], 'view.jpg')], () => String(++count))
  expect(photos.map(({ key, name, stored }) => [key, name, stored])).toEqual([
    ['1', 'view.jpg', null],
    ['2', 'view.jpg', null],
  ])
})
