import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countEarlyResponses, type EarlyResponses } from '../../../../test/early-responses.ts'
import { createLibraryService, KEYS, type LibraryService } from '../library-service.ts'

const MEBIBYTE = 1024 * 1024
let library: LibraryService
let server: EarlyResponses
let visitor: SupabaseClient

beforeAll(async () => {
  library = await createLibraryService()
  server = await countEarlyResponses((request, connection) => library.service.fetch(request, connection))
  visitor = createClient(server.url, KEYS.publishableKey, { auth: { persistSession: false } })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await library.close()
})

test.each([2, 9, 14])('lets a client read the rejection of a body of %i MiB (rest 17)', async (size) => {
  const book = { title: 'x'.repeat(size * MEBIBYTE) }
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { error, status } = await visitor.from('books').insert(book)
    expect([status, error?.code, error?.message]).toEqual([413, 'PGRST102', 'The body is too large'])
  }
  expect(server.count()).toBe(0)
})

test('lets a client that sends a large body read the rejection of its token (rest 3)', async () => {
  const book = { title: 'x'.repeat(9 * MEBIBYTE) }
  const { error, status } = await visitor.from('books').insert(book).setHeader('authorization', 'Bearer a.b.c')
  expect([status, error?.code, server.count()]).toEqual([401, 'PGRST301', 0])
})
