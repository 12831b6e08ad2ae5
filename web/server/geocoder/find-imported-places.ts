import * as v from 'valibot'
import { type Supabase, takeData } from '#app/lib/supabase.ts'
import type { FindAddresses, FoundAddress } from '#app/platform/config/find-addresses.ts'

const Rows = v.array(v.object({ import_id: v.string(), number: v.number(), title: v.string(), address: v.string() }))

/**
 * Looks up each imported place without a position once, at the geocoder's rate. Stops when the geocoder does not
 * respond twice. A single failure may be due to the place, which must not keep all others waiting.
 */
export async function findImportedPlaces(client: Supabase, geocode: FindAddresses): Promise<void> {
  let failures = 0
  while (failures === 0) {
    const rows = v.parse(Rows, takeData(await client.rpc('list_import_rows_to_find', { most: 20 })))
    if (rows.length === 0) return
    for (const { import_id, number, title, address } of rows) {
      const response = await geocode([title, address].filter(Boolean).join(', '), undefined, undefined)
      if (!response) {
        failures += 1
        if (failures > 1) return
        continue
      }
      const found = response.places.find((place) => isLikely(title, address, place))
      const at = found && {
        lng: found.lng,
        lat: found.lat,
        found_as: [found.title, found.context].filter(Boolean).join(', '),
      }
      takeData(await client.rpc('place_found_row', { import: import_id, number, ...at }))
    }
  }
}

/** Returns true if a result is the place: its name contains all words, or it matches the address. */
export function isLikely(title: string, address: string, { title: foundTitle, context }: FoundAddress): boolean {
  const found = listWords(`${foundTitle} ${context}`)
  const asked = listWords(`${title} ${address}`)
  const name = listWords(title)
  const hasName = name.size > 0 && [...name].every((word) => found.has(word))
  const isAtAddress = address !== '' && [...listWords(foundTitle)].every((word) => asked.has(word))
  return hasName || isAtAddress
}

function listWords(text: string): Set<string> {
  const plain = text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')
  return new Set(plain.match(/[\p{L}\p{N}]+/gu) ?? [])
}
