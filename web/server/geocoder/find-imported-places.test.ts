import { expect, test, vi } from 'vitest'
import type { Supabase } from '#app/lib/supabase.ts'
import type { FindAddresses } from '#app/platform/config/find-addresses.ts'
import { findImportedPlaces, isLikely } from './find-imported-places.ts'

const at = (title: string, context: string) => ({ title, context, lng: 7.7, lat: 45 })

test.each([
  ['Museo Egizio', '', at('Museo Egizio', 'Via Accademia delle Scienze 6, Torino'), true],
  ['Caffè Al Bicerin', 'Torino', at('Caffe al Bicerin', 'Piazza della Consolata, Torino'), true],
  ['Trattoria da Gino', 'Via Monferrato 5, Torino', at('Via Monferrato 5', 'Torino, Italia'), true],
  ['Trattoria da Gino', '', at('Trattoria da Luigi', 'Roma'), false],
  ['Trattoria da Gino', '', at('Via Gino', 'Torino'), false],
  ['', '', at('Torino', 'Italia'), false],
])('decides whether %s (%s) matches the result of the geocoder', (title, address, found, isSame) => {
  expect(isLikely(title, address, found)).toBe(isSame)
})

/** Looks up places with these names. Returns the geocoder, and the numbers of the places that need no more requests. */
async function findPlaces(titles: string[], isRejected: (title: string) => boolean) {
  const asked = new Set<number>()
  const rpc = async (name: string, { number = 0 }: { number?: number }) => {
    if (name === 'place_found_row') asked.add(number)
    const rows = titles.map((title, index) => ({ import_id: 'a', number: index + 1, title, address: '' }))
    return { data: rows.filter((row) => !asked.has(row.number)), error: null, status: 200 }
  }
  const geocode = vi.fn<FindAddresses>(async (typed) =>
    isRejected(typed) ? undefined : { places: [], attribution: '' },
  )
  await findImportedPlaces({ rpc } as unknown as Supabase, geocode)
  return { geocode, asked: [...asked] }
}

test('looks up the other places when the geocoder rejects one', async () => {
  const { asked } = await findPlaces(['%%%', 'Mole', 'Gran Madre'], (title) => title === '%%%')
  expect(asked).toEqual([2, 3])
})

test('stops after two requests while the geocoder does not respond', async () => {
  const { geocode, asked } = await findPlaces(['Mole', 'Gran Madre', 'Superga'], () => true)
  expect(geocode).toHaveBeenCalledTimes(2)
  expect(asked).toEqual([])
})
