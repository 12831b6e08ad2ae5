import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readFile } from '../read-files.ts'

const OLD = '2011-05-01T10:00:00.123456+00:00'

interface Dates {
  created_at?: unknown
  published_at?: unknown
  added_at?: unknown
}

/** Reads an archive with one of everything, whose rows have these dates. */
function read(version: number, { added_at, ...dates }: Dates) {
  const spot = (properties: object) => ({
    ...{ type: 'Feature', id: 'ownmill22222', geometry: { type: 'Point', coordinates: [7.7, 45.05] } },
    properties: { title: 'Own mill', category: 'ruin', visibility: 'public', ...dates, ...properties },
  })
  const features = (properties: object) =>
    strToU8(JSON.stringify({ type: 'FeatureCollection', features: [spot(properties)] }))
  const account = {
    ...{ format: 'hereabouts', version, reviews: [] },
    lists: [{ title: 'Mills', ...dates }],
    posts: [{ id: 'story2222222', title: 'A walk', ...dates }],
    comments: [{ id: 'a', body: 'Hi', spot_id: 'ownmill22222', ...dates }],
    follows: [{ member: 'mara', ...dates }],
    blocks: [{ member: 'rival', ...dates }],
    photos: [{ id: '3f2b8c1e-0000-4000-8000-000000000000', spot_id: 'ownmill22222', file: 'photos/1.webp', ...dates }],
  }
  const { readings, archive, problems } = readFile(
    'my-data.zip',
    zipSync({
      'hereabouts/account.json': strToU8(JSON.stringify(account)),
      'spots.geojson': features({}),
      'lists/mills.geojson': features({ list: 'Mills', ...(added_at !== undefined && { added_at }) }),
      'reviews.geojson': features({ review: { rating: 4, body: 'Go.', ...dates } }),
      'photos/1.webp': strToU8('photo'),
    }),
  )
  const places = readings.flatMap((reading) => reading.places)
  return {
    problems,
    titles: places.map(({ title }) => title),
    dates: {
      spot: places[0]?.details?.created_at,
      published: places[0]?.details?.published_at,
      item: places[1]?.details?.added_at,
      review: places[2]?.details?.review?.created_at,
      list: archive?.lists[0]?.created_at,
      story: archive?.stories[0]?.created_at,
      records: archive?.records.map(({ details }) => details.created_at),
    },
  }
}

test('reads the dates of spots, list items, reviews, lists, stories, comments, follows and blocks', () => {
  const { dates } = read(5, { created_at: OLD, published_at: OLD, added_at: OLD })
  expect(dates).toEqual({
    ...{ spot: OLD, published: OLD, item: OLD, review: OLD, list: OLD, story: OLD },
    records: [OLD, OLD, OLD],
  })
})

test.each([
  ['of the version before dates', 4, {}],
  ['with nonsense dates', 5, { created_at: 'once', published_at: 7, added_at: { day: 1 } }],
])('reads everything but the dates from an archive %s', (_which, version, written) => {
  const { problems, titles, dates } = read(version, written)
  expect(problems).toEqual([])
  expect(titles).toEqual(Array(3).fill('Own mill'))
  expect(dates).toEqual({ records: [undefined, undefined, undefined] })
})

test('cuts long texts between characters, because the database rejects half an emoji', () => {
  const emoji = '🏔'.repeat(9999)
  const photo = { id: '3f2b8c1e-0000-4000-8000-000000000000', spot_id: 'ownmill22222', file: 'photos/1.webp' }
  const account = {
    ...{ format: 'hereabouts', version: 5, lists: [], posts: [] },
    comments: [{ id: 'a', body: `A${emoji.slice(0, 400)}`, spot_id: 'ownmill22222' }],
    photos: [{ ...photo, alt_text: `A${emoji.slice(0, 900)}` }],
  }
  const spot = {
    ...{ type: 'Feature', id: 'ownmill22222', geometry: { type: 'Point', coordinates: [7.7, 45.05] } },
    properties: { title: 'Own mill', category: 'ruin', description: `A${emoji}` },
  }
  const { readings, archive } = readFile(
    'my-data.zip',
    zipSync({
      'hereabouts/account.json': strToU8(JSON.stringify(account)),
      'spots.geojson': strToU8(JSON.stringify({ type: 'FeatureCollection', features: [spot] })),
    }),
  )
  const [place] = readings.flatMap(({ places }) => places)
  expect(place?.description).toBe(`A${emoji}`)
  expect(place?.photos?.[0]?.alt).toBe(`A${emoji.slice(0, 900)}`)
  expect(archive?.records[0]?.name.isWellFormed()).toBe(true)
})
