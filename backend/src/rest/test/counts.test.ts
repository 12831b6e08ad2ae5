import { afterAll, expect, test } from 'vitest'
import { createLibraryService, readRows } from './library-service.ts'

const library = await createLibraryService({ maxRows: 3 })
afterAll(() => library.close())

/** There are four books, and a response has at most three rows. */
test.each([
  ['', '', 200, '0-2/*'],
  ['', 'exact', 206, '0-2/4'],
  ['?limit=2', 'exact', 206, '0-1/4'],
  ['?limit=2&offset=2', 'exact', 206, '2-3/4'],
  ['?limit=100&offset=3', 'exact', 206, '3-3/4'],
  ['?limit=0', 'exact', 206, '*/4'],
  ['?offset=4', 'exact', 206, '*/4'],
  ['?offset=5', 'exact', 416, '*/4'],
  ['?offset=5', '', 200, '*/*'],
  ['?id=lt.0', 'exact', 200, '*/0'],
  ['?id=lt.3', 'exact', 200, '0-1/2'],
  ['?select=id,writers!writer_id!inner(id)&writers.id=eq.1', 'exact', 200, '0-1/2'],
  ['?select=id,writers!writer_id()&writers=is.null&limit=1', 'exact', 200, '0-0/1'],
  ['?limit=1', 'estimated', 206, undefined],
  ['?limit=1', 'planned', 206, undefined],
  ['?limit=-1', '', 416, undefined],
])('counts /books%s with count=%s (rest 8)', async (search, count, status, range) => {
  const headers: Record<string, string> = count === '' ? {} : { prefer: `count=${count}` }
  const response = await library.request(`/books${search}`, { headers })
  expect(response.status).toBe(status)
  if (range) expect(response.headers.get('content-range')).toBe(range)
  const head = await library.request(`/books${search}`, { method: 'HEAD', headers })
  expect([head.status, head.headers.get('content-range'), await head.text()]).toEqual([
    status,
    response.headers.get('content-range'),
    '',
  ])
})

test.each([
  ['0-1', '', 200, '0-1/*'],
  ['1-', '', 200, '1-3/*'],
  ['1-1', '?limit=5', 200, '1-1/*'],
  ['3-1', '', 416, null],
  ['bytes=0-1', '', 200, '0-2/*'],
])('applies Range: %s to /books%s (rest 8)', async (range, search, status, expected) => {
  const response = await library.request(`/books${search}`, { headers: { range } })
  expect([response.status, response.headers.get('content-range')]).toEqual([status, expected])
})

test('reports offset and total of a page beyond the end (rest 8)', async () => {
  const response = await library.request('/books?offset=10', { headers: { prefer: 'count=exact' } })
  expect(await response.json()).toMatchObject({
    code: 'PGRST103',
    details: 'An offset of 10 was requested, but there are only 4 rows.',
    message: 'Requested range not satisfiable',
  })
})

test('limits the rows of embeds (rest 8)', async () => {
  const owner = library.database.connect('owner', { max: 1 })
  await owner`insert into notes (book_id, body) select 1, 'n' from generate_series(1, 10)`
  const [book] = await readRows(await library.request('/books?select=notes(body)&id=eq.1'))
  expect(book?.notes).toHaveLength(3)
})
