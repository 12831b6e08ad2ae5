import { afterAll, expect, test } from 'vitest'
import { createLibraryService, readError } from './library-service.ts'

const library = await createLibraryService({ txEnd: 'commit-allow-override' })
afterAll(() => library.close())

const OBJECT = 'application/vnd.pgrst.object+json'

/** A write that is undone, so that each case starts from the same rows. */
function write(method: string, path: string, body: unknown, prefer = '', headers: Record<string, string> = {}) {
  const all = { 'content-type': 'application/json', ...headers, prefer: ['tx=rollback', prefer].filter(Boolean).join() }
  const payload = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  return library.request(path, { method, headers: all, ...payload })
}

const status = async (response: Promise<Response>) => (await response).status
const NEW = (id: number) => ({ id, label: `shelf ${id}` })

/** verb, path, body: the status for return=minimal, headers-only, representation. */
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
])('%s %s %j answers by return mode', async (method, path, body, expected) => {
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
])('%s %s %j as one object answers %#', async (method, path, body, expected) => {
  const response = await write(method, path, body, 'return=representation', { accept: OBJECT })
  expect(response.status).toBe(expected)
  if (expected === 406) expect(await response.json()).toMatchObject({ code: 'PGRST116' })
  else expect(await response.json()).toBeTypeOf('object')
})

test('a write that breaks the singular rule is undone', async () => {
  const headers = { accept: OBJECT, 'content-type': 'application/json' }
  const body = JSON.stringify({ label: 'changed' })
  await library.request('/books?id=gt.0', { method: 'PATCH', headers, body: JSON.stringify({ title: 'changed' }) })
  const rows = await (await library.request('/books?title=eq.changed')).json()
  expect([rows, body.length > 0]).toEqual([[], true])
})

test('headers-only names where one new row can be read', async () => {
  const one = await write('POST', '/shelves', NEW(10), 'return=headers-only')
  expect([one.headers.get('location'), await one.text()]).toEqual(['/shelves?id=eq.10', ''])
  const two = await write('POST', '/shelves', [NEW(10), NEW(11)], 'return=headers-only')
  expect(two.headers.get('location')).toBeNull()
  const key = await write('POST', '/book_shelves', { book_id: 3, shelf_id: 1 }, 'return=headers-only', {})
  expect(key.status).toBe(401)
})

test('minimal writes need no right to read', async () => {
  const owner = library.database.connect('owner', { max: 1 })
  await owner`create table inbox (id integer primary key, body text)`
  await owner`grant insert on inbox to anon`
  await library.service.reload()
  expect(await status(write('POST', '/inbox', { id: 1, body: 'x' }))).toBe(201)
  expect(await status(write('POST', '/inbox', { id: 1, body: 'x' }, 'return=representation'))).toBe(401)
})

test('an upsert tells inserted from updated rows and keeps what it ignores', async () => {
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

test('two rows with one key in an upsert are the client’s mistake', async () => {
  const response = await write('POST', '/shelves', [NEW(1), NEW(1)], 'resolution=merge-duplicates')
  expect([response.status, (await readError(response)).code]).toEqual([400, '21000'])
})

test('absent keys are null, or the default where that is asked for', async () => {
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

test('an empty object makes a row of defaults, two make two', async () => {
  const owner = library.database.connect('owner', { max: 1 })
  await owner`create table ticks (id integer generated by default as identity primary key, at text default 'now')`
  await owner`grant select, insert on ticks to anon`
  await library.service.reload()
  const one = await write('POST', '/ticks?select=at', {}, 'return=representation')
  expect([one.status, await one.json()]).toEqual([201, [{ at: 'now' }]])
  const two = await write('POST', '/ticks?select=at', [{}, {}], 'return=representation')
  expect(await two.json()).toHaveLength(2)
})

test('a PUT must name its row and carry the same key', async () => {
  expect(await (await write('PUT', '/shelves?id=eq.1', { id: 2, label: 'x' })).json()).toMatchObject({
    code: 'PGRST115',
  })
  expect(await (await write('PUT', '/shelves?id=gt.1', NEW(1))).json()).toMatchObject({ code: 'PGRST105' })
  expect(await (await write('PUT', '/shelves', NEW(1))).json()).toMatchObject({ code: 'PGRST105' })
  expect(await (await write('PUT', '/shelves?id=eq.1&limit=1', NEW(1))).json()).toMatchObject({ code: 'PGRST114' })
})

test('a bound on affected rows holds only with strict handling', async () => {
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

test('a write without any filter is refused before the database sees it', async () => {
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

test('unknown columns are named, the first by alphabet', async () => {
  const response = await write('POST', '/books', { zzz: 1, nope: 2, title: 'x' })
  expect([response.status, (await readError(response)).message]).toEqual([
    400,
    "Could not find the 'nope' column of 'books' in the schema cache",
  ])
})

test('what comes back may embed, compute and sort', async () => {
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

test('CSV and forms are written too, and CSV is read', async () => {
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

test('nothing of all that was kept', async () => {
  const response = await library.request('/shelves?select=id&order=id', { headers: { prefer: 'count=exact' } })
  expect([response.headers.get('content-range'), await response.json()]).toEqual(['0-1/2', [{ id: 1 }, { id: 2 }]])
})
