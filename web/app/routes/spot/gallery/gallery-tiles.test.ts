import { expect, test } from 'vitest'
import type { SpotPhoto } from '../spot-page.ts'
import { describePhoto, listTiles } from './gallery-tiles.ts'

function photo(overrides: Partial<SpotPhoto> = {}): SpotPhoto {
  return {
    id: '7d5f2c1e-0000-4000-8000-000000000001',
    width: 1200,
    height: 800,
    placeholder: null,
    alt_text: '',
    taken_at: null,
    position: 0,
    author_id: '7d5f2c1e-0000-4000-8000-000000000002',
    author: null,
    ...overrides,
  }
}

test('adds the generated cover until there are three photos', () => {
  expect(listTiles([]).map(({ kind }) => kind)).toEqual(['cover'])
  expect(listTiles([photo(), photo()]).map(({ kind }) => kind)).toEqual(['photo', 'photo', 'cover'])
  expect(listTiles([photo(), photo(), photo()]).map(({ kind }) => kind)).toEqual(['photo', 'photo', 'photo'])
})

test('describes a photo by text, month and author, as far as known', () => {
  const author = { id: 'm', username: 'member-057', name: null, avatar_url: null }
  expect(describePhoto(photo({ alt_text: 'The pass road. ', taken_at: '2026-09-02T08:00:00Z', author }))).toBe(
    'The pass road. September 2026. member-057',
  )
  expect(describePhoto(photo())).toBe('a former member')
})
