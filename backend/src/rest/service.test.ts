import { afterAll, expect, test } from 'vitest'
import { createLibraryService, MINE } from './test/library-service.ts'

const library = await createLibraryService()
afterAll(() => library.close())
const { visitor, request } = library

test('rejects a request without a key (rest 17)', async () => {
  const response = await library.service.fetch(new Request('http://backend.test/rest/v1/books'))
  expect(response.status).toBe(401)
  expect(await response.json()).toEqual({
    message: 'No API key found in request',
    hint: 'No `apikey` request header or url param was found.',
  })
})

test('returns rows with filters, order and embeds', async () => {
  const { data, error, status, statusText } = await visitor
    .from('books')
    .select('id, name:title, writer:writers!books_writer_id_fkey(name), shelves(label)')
    .gt('price', 6)
    .order('id')
  expect(error).toBeNull()
  expect([status, statusText]).toEqual([200, 'OK'])
  expect(data).toEqual([
    { id: 1, name: 'Engines', writer: { name: 'Ada' }, shelves: [{ label: 'Science' }, { label: 'Travel' }] },
    { id: 2, name: 'Notes on engines', writer: { name: 'Ada' }, shelves: [{ label: 'Science' }] },
    { id: 3, name: 'Winter roads', writer: { name: 'Boris' }, shelves: [] },
  ])
})

test('lets a signed-in user insert, update and delete their own row', async () => {
  const client = await library.userClient(MINE)
  const inserted = await client
    .from('notes')
    .insert({ book_id: 3, owner_id: MINE, body: 'new' })
    .select('id, body')
    .single()
  expect(inserted.error).toBeNull()
  expect(inserted.status).toBe(201)
  const { id } = inserted.data as { id: string }
  const updated = await client.from('notes').update({ body: 'newer' }).eq('id', id).select('body')
  expect(updated.data).toEqual([{ body: 'newer' }])
  const deleted = await client.from('notes').delete().eq('id', id)
  expect([deleted.status, deleted.statusText, deleted.error]).toEqual([204, 'No Content', null])
})

test('calls a function with arguments and defaults (rest 12)', async () => {
  expect((await visitor.rpc('add_numbers', { a: 1 })).data).toBe(11)
  expect((await visitor.rpc('add_numbers', { a: 1, b: 2 }, { get: true })).data).toBe(3)
  expect((await visitor.rpc('list_books', { min_price: 10 }).select('id').order('id')).data).toEqual([
    { id: 1 },
    { id: 3 },
  ])
})

test('returns an exact count with a page (rest 8)', async () => {
  const response = await request('/books?limit=2&order=id', { headers: { prefer: 'count=exact' } })
  expect([response.status, response.headers.get('content-range')]).toEqual([206, '0-1/4'])
})

test('suggests the most similar name for an unknown table (rest 14.2)', async () => {
  const response = await request('/bookz')
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ code: 'PGRST205', hint: "Perhaps you meant the table 'public.books'" })
})
