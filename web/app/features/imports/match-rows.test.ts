import { expect, test } from 'vitest'
import type { Supabase } from '#app/lib/supabase.ts'
import { createDraftRows } from './draft-rows.ts'
import { matchRows } from './match-rows.ts'
import { readFile } from './reading/read-files.ts'

test('keeps the number of a distance and its unit on one line', async () => {
  const match = { number: 1, is_own: true, title: 'Old mill', meters: 0 }
  const supabase = { rpc: async () => ({ data: [match], error: null, status: 200 }) } as unknown as Supabase
  const rows = createDraftRows(readFile('a.csv', new TextEncoder().encode('name,lat,lng\nMill,45,7\n')))
  const [row] = await matchRows(supabase, rows, () => undefined)
  expect(row).toMatchObject({ state: 'mine', reason: 'You have it already: Old mill, 0\u00a0m' })
})
