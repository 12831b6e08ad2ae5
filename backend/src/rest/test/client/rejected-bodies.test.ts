import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLibraryService, KEYS, type LibraryService } from '../library-service.ts'

const MEBIBYTE = 1024 * 1024
let library: LibraryService
let server: ReturnType<typeof createServer>
let visitor: SupabaseClient
/** The number of responses before the end of their request, which the web server cuts off. */
let early = 0

beforeAll(async () => {
  library = await createLibraryService()
  const listener = getRequestListener((request, connection) => library.service.fetch(request, connection), {
    overrideGlobalObjects: false,
  })
  server = createServer((request, response) => {
    const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => typeof response
    response.writeHead = (...head: unknown[]) => {
      if (!request.complete) early += 1
      return writeHead(...head)
    }
    void listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  visitor = createClient(`http://127.0.0.1:${port}`, KEYS.publishableKey, { auth: { persistSession: false } })
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await library.close()
})

test.each([2, 9, 14])('tells a client that its %i MiB are too many (rest 17)', async (size) => {
  const book = { title: 'x'.repeat(size * MEBIBYTE) }
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { error, status } = await visitor.from('books').insert(book)
    expect([status, error?.code, error?.message]).toEqual([413, 'PGRST102', 'The body is too large'])
  }
  expect(early).toBe(0)
})

test('tells a client that sends much that its token is not valid (rest 3)', async () => {
  const book = { title: 'x'.repeat(9 * MEBIBYTE) }
  const { error, status } = await visitor.from('books').insert(book).setHeader('authorization', 'Bearer a.b.c')
  expect([status, error?.code, early]).toEqual([401, 'PGRST301', 0])
})
