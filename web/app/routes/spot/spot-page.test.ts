import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import type { Database } from '#app/lib/database.types.ts'
import { findSpotPage } from './spot-page.ts'

test('finds no spot for an id that the database cannot store, without an error', async () => {
  const client = createClient<Database>('http://nowhere.invalid', 'no key')
  expect(await findSpotPage(client, 'abc\0', null)).toBeNull()
  expect(await findSpotPage(client, 'abcdefgh', '\0')).toBeNull()
})
