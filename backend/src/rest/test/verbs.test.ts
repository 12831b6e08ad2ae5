import { afterAll, expect, test } from 'vitest'
import { createLibraryService, readError } from './library-service.ts'

const library = await createLibraryService({ txEnd: 'commit-allow-override' })
afterAll(() => library.close())

const OBJECT = 'application/vnd.pgrst.object+json'

/** A write that is rolled back, so that each case starts with the same rows. */
function write(method: string, path: string, body: unknown, prefer = '', headers: Record<string, string> = {}) {
  const all = { 'content-type': 'application/json', ...headers, prefer: ['tx=rollback', prefer].filter(Boolean).join() }
  const payload = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  return library.request(path, { method, headers: all, ...payload })
}

const status = async (response: Promise<Response>) => (await response).status
const NEW = (id: number) => ({ id, label: `shelf ${id}` })

/** Method, path, body, and the statuses for return=minimal, headers-only and representation. */
test.each([
  ['POST', '/shelves', NEW(10), [201, 201, 201]],
  ['POST', '/shelves', [NEW(10), NEW(11)], [201, 201, 201]],
  ['POST', '/shelves', [], [201, 201, 201]],
  ['PATCH', '/shelves?id=eq.1', { label: 'x' }, [204, 204, 200]],
  ['PATCH', '/shelves?id=lt.0', { label: 'x' }, [204, 204, 200]],
  ['PATCH', '/shelves?id=gt.0', { label: null }, [400, 400, 400]],
  ['PATCH', '/shelves?id=eq.1', {}, [204, 204, 200]],
  ['PUT', '/shelves?id=eq.10', NEW(10), [204, 204, 201]],
  ['PUT', '/shelves?id=eq.1', { id: 1, label: 'x' }, [204, 204, 200]],
  ['DELETE', '/books?id=eq.4', undefined, [204, 204, 200]],
  ['DELETE', '/books?id=lt.0', undefined, [204, 204, 200]],
])('responds to %s %s %j with a status for each return mode (rest 10.1)', async (method, path, body, expected) => {
  const modes = ['minimal', 'headers-only', 'representation']
  const statuses = await Promise.all(modes.map((mode) => status(write(method, path, body, `return=${mode}`))))
  expect(statuses).toEqual(expected)
  expect(await status(write(method, path, body))).toBe(expected[0])
})

test.each([
  ['POST', '/shelves', NEW(10), 201],
  ['POST', '/shelves', [NEW(10), NEW(11)], 406],
  ['PATCH', '/shelves?id=eq.1', { label: 'x' }, 200],
  ['PATCH', '/shelves?id=lt.0', { label: 'x' }, 406],
  ['DELETE', '/books?id=eq.4', undefined, 200],
  ['DELETE', '/books?id=in.(3,4)', undefined, 406],
  ['DELETE', '/books?id=lt.0', undefined, 406],
])('responds to %s %s %j for a single object %# (rest 13)', async (method, path, body, expected) => {
  const response = await write(method, path, body, 'return=representation', { accept: OBJECT })
  expect(response.status).toBe(expected)
  if (expected === 406) expect(await response.json()).toMatchObject({ code: 'PGRST116' })
  else expect(await response.json()).toBeTypeOf('object')
})

test('rolls back a write that does not return one row for a single object (rest 13)', async () => {
  const headers = { accept: OBJECT, 'content-type': 'application/json' }
  const body = JSON.stringify({ label: 'changed' })
  await library.request('/books?id=gt.0', { method: 'PATCH', headers, body: JSON.stringify({ title: 'changed' }) })
  const rows = await (await library.request('/books?title=eq.changed')).json()
  expect([rows, body.length > 0]).toEqual([[], true])
})

test('returns the location of one new row with headers-only (rest 10.4)', async () => {
  const one = await write('POST', '/shelves', NEW(10), 'return=headers-only')
  expect([one.headers.get('location'), await one.text()]).toEqual(['/shelves?id=eq.10', ''])
  const two = await write('POST', '/shelves', [NEW(10), NEW(11)], 'return=headers-only')
  expect(two.headers.get('location')).toBeNull()
  const key = await write('POST', '/book_shelves', { book_id: 3, shelf_id: 1 }, 'return=headers-only', {})
  expect(key.status).toBe(401)
})

test('needs no privilege to read for return=minimal (rest 10.4)', async () => {
  const owner = library.database.connect('owner', { max: 1 })
  await owner`create table inbox (id integer primary key, body text)`
  await owner`grant insert on inbox to anon`
  await library.service.reload()
  expect(await status(write('POST', '/inbox', { id: 1, body: 'x' }))).toBe(201)
  expect(await status(write('POST', '/inbox', { id: 1, body: 'x' }, 'return=representation'))).toBe(401)
})

test('distinguishes inserted from updated rows and keeps ignored rows in an upsert (rest 10.3)', async () => {
  const merge = 'resolution=merge-duplicates,return=representation'
  const updated = await write('POST', '/shelves', { id: 1, label: 'new' }, merge)
  expect([updated.status, await updated.json()]).toEqual([200, [{ id: 1, label: 'new' }]])
  const mixed = await write('POST', '/shelves', [{ id: 1, label: 'new' }, NEW(10)], merge)
  expect(mixed.status).toBe(201)
  expect(mixed.headers.get('preference-applied')).toBe(
    'resolution=merge-duplicates, return=representation, tx=rollback',
  )
  const ignored = await write(
    'POST',
    '/shelves',
    { id: 1, label: 'new' },
    'resolution=ignore-duplicates,return=representation',
  )
  expect([ignored.status, await ignored.json()]).toEqual([201, []])
  const byLabel = await write('POST', '/shelves?on_conflict=label', { id: 2, label: 'Travel' }, merge)
  expect(await byLabel.json()).toEqual([{ id: 2, label: 'Travel' }])
})

test('returns 400 for an upsert with duplicate keys (rest 10.4)', async () => {
  const response = await write('POST', '/shelves', [NEW(1), NEW(1)], 'resolution=merge-duplicates')
  expect([response.status, (await readError(response)).code]).toEqual([400, '21000'])
})

test('writes null or the default for absent keys (rest 11)', async () => {
  const rows = [{ title: 'a', price: 1 }, { title: 'b' }]
  const nulls = await write('POST', '/books?columns=title,price&select=price', rows, 'return=representation')
  expect(await nulls.json()).toEqual([{ price: 1 }, { price: null }])
  const defaults = await write(
    'POST',
    '/books?columns=title,price&select=price',
    rows,
    'return=representation,missing=default',
  )
  expect(await defaults.text()).toContain('9.90')
})

test('inserts a row of defaults for each empty object (rest 10.1)', async () => {
  const owner = library.database.connect('owner', { max: 1 })
  await owner`create table ticks (id integer generated by default as identity primary key, at text default 'now')`
  await owner`grant select, insert on ticks to anon`
  await library.service.reload()
  const one = await write('POST', '/ticks?select=at', {}, 'return=representation')
  expect([one.status, await one.json()]).toEqual([201, [{ at: 'now' }]])
  const two = await write('POST', '/ticks?select=at', [{}, {}], 'return=representation')
  expect(await two.json()).toHaveLength(2)
})

test('requires a PUT to name its row and carry the same key (rest 10.1)', async () => {
  expect(await (await write('PUT', '/shelves?id=eq.1', { id: 2, label: 'x' })).json()).toMatchObject({
    code: 'PGRST115',
  })
  expect(await (await write('PUT', '/shelves?id=gt.1', NEW(1))).json()).toMatchObject({ code: 'PGRST105' })
  expect(await (await write('PUT', '/shelves', NEW(1))).json()).toMatchObject({ code: 'PGRST105' })
  expect(await (await write('PUT', '/shelves?id=eq.1&limit=1', NEW(1))).json()).toMatchObject({ code: 'PGRST114' })
})

test('applies max-affected only with strict handling (rest 11)', async () => {
  const strict = await write('PATCH', '/books?id=gt.0', { price: 1 }, 'handling=strict,max-affected=2')
  expect([strict.status, await strict.json()]).toMatchObject([
    400,
    { code: 'PGRST124', details: 'The query affects 4 rows' },
  ])
  expect(await status(write('PATCH', '/books?id=gt.0', { price: 1 }, 'max-affected=2'))).toBe(204)
  expect(await status(write('DELETE', '/books?id=eq.4', undefined, 'handling=strict,max-affected=2'))).toBe(204)
  const unknown = await write('PATCH', '/books?id=gt.0', { price: 1 }, 'handling=strict,foo')
  expect(await unknown.json()).toMatchObject({ code: 'PGRST122', details: 'Invalid preferences: foo' })
})

test.each([
  ['PATCH', '/books?id=gt.0&select=id,book_shelves()&book_shelves=is.null&order=id', { price: 1 }, '0-1/2'],
  ['PATCH', '/books?select=id,on:book_shelves()&on=not.is.null&on.shelf_id=eq.2', { price: 1 }, '0-0/1'],
  ['DELETE', '/books?select=id,writer:writers!writer_id(name)&writer=is.null', undefined, '*/1'],
])('changes only rows that a null filter on an embed selects: %s %s (rest 9.4)', async (method, path, body, range) => {
  for (const mode of ['minimal', 'representation']) {
    const response = await write(method, path, body, `return=${mode},count=exact`)
    expect(response.headers.get('content-range')).toBe(range)
  }
})

test('counts changed rows against max-affected that the response leaves out (rest 11)', async () => {
  const path = '/books?id=lt.4&select=id,book_shelves!inner()&book_shelves.shelf_id=eq.2'
  const response = await write('PATCH', path, { price: 1 }, 'return=representation,handling=strict,max-affected=2')
  expect(await response.json()).toMatchObject({ code: 'PGRST124', details: 'The query affects 3 rows' })
  const allowed = await write('PATCH', path, { price: 1 }, 'return=representation,handling=strict,max-affected=3')
  expect(await allowed.json()).toEqual([{ id: 1 }])
})

test('rejects a write without a filter before it reaches the database (rest 17)', async () => {
  expect(await (await write('PATCH', '/books', { price: 1 })).json()).toEqual({
    code: '21000',
    details: null,
    hint: null,
    message: 'UPDATE requires a WHERE clause',
  })
  expect(await (await write('DELETE', '/books', undefined)).json()).toMatchObject({
    message: 'DELETE requires a WHERE clause',
  })
})

test('reports the alphabetically first unknown column (rest 10.2)', async () => {
  const response = await write('POST', '/books', { zzz: 1, nope: 2, title: 'x' })
  expect([response.status, (await readError(response)).message]).toEqual([
    400,
    "Could not find the 'nope' column of 'books' in the schema cache",
  ])
})

test('embeds, computes and sorts returned rows (rest 10.4)', async () => {
  const rows = [
    { title: 'x', writer_id: 2 },
    { title: 'y', writer_id: 1 },
  ]
  const path = '/books?select=title,full_title,writer:writers!books_writer_id_fkey(name)&order=title.desc'
  const response = await write('POST', path, rows, 'return=representation,count=exact')
  expect(response.headers.get('content-range')).toBe('*/2')
  expect(await response.json()).toEqual([
    { title: 'y', full_title: 'y!', writer: { name: 'Ada' } },
    { title: 'x', full_title: 'x!', writer: { name: 'Boris' } },
  ])
})

test('writes CSV and forms, and returns CSV (rest 10.2)', async () => {
  const csv = 'id,label\n20,"a, b"\n21,c'
  const inserted = await write('POST', '/shelves', csv, 'return=representation', { 'content-type': 'text/csv' })
  expect(await inserted.json()).toEqual([
    { id: 20, label: 'a, b' },
    { id: 21, label: 'c' },
  ])
  const form = await write('POST', '/shelves?select=label', 'id=30&label=x+y', 'return=representation', {
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect(await form.json()).toEqual([{ label: 'x y' }])
  const read = await library.request('/shelves?order=id', { headers: { accept: 'text/csv' } })
  expect(await read.text()).toBe('id,label\n1,Science\n2,Travel')
  const none = await library.request('/shelves?id=lt.0', { headers: { accept: 'text/csv' } })
  expect(await none.text()).toBe('\n')
})

test('stores none of the writes above (rest 11)', async () => {
  const response = await library.request('/shelves?select=id&order=id', { headers: { prefer: 'count=exact' } })
  expect([response.headers.get('content-range'), await response.json()]).toEqual(['0-1/2', [{ id: 1 }, { id: 2 }]])
})
