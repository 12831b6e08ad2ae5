import { expect, test } from 'vitest'
import { createDraftRows } from './draft-rows.ts'
import { createPlace } from './reading/create-place.ts'
import { createReading } from './reading/read-place.ts'

/** Returns the title of the only row for a place. */
function nameRow(source: Parameters<typeof createPlace>[0]): string {
  const reading = createReading('places.gpx', 'GPX')
  reading.places.push(createPlace(source, null))
  return createDraftRows({ readings: [reading], problems: [] })[0]?.title ?? ''
}

test('keeps titles and addresses whole characters, because the database rejects half an emoji', () => {
  const title = `The ${'🏔️'.repeat(98)}`
  expect(nameRow({ title })).toBe(title)
  const named = nameRow({ address: `A${'🏔'.repeat(280)}` })
  expect(named.isWellFormed()).toBe(true)
  expect([...named]).toHaveLength(200)
})

test('shortens the names of places that cannot be read, because the database rejects the whole import otherwise', () => {
  const reading = createReading('places.geojson', 'GeoJSON')
  for (const title of ['A'.repeat(300), 'A\0B', '<br>']) reading.unreadable.push({ title, reason: 'No position.' })
  const titles = createDraftRows({ readings: [reading], problems: [] }).map((row) => row.title)
  expect(titles).toEqual([`${'A'.repeat(199)}…`, 'AB', 'Untitled'])
})
