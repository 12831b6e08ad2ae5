import { afterAll, expect, test } from 'vitest'
import { createLibraryService, readError } from './library-service.ts'

const library = await createLibraryService({ aggregatesEnabled: true })
afterAll(() => library.close())

const read = async (path: string) => (await library.request(path)).json()
const BY_WRITER = 'books!books_writer_id_fkey'

test.each([
  ['to-one by hint', `/books?select=id,writers!writer_id(name)&id=eq.1`, [{ id: 1, writers: { name: 'Ada' } }]],
  [
    'to-one by column',
    '/books?select=id,writer_id(name)&id=in.(1,4)&order=id',
    [
      { id: 1, writer_id: { name: 'Ada' } },
      { id: 4, writer_id: null },
    ],
  ],
  [
    'to-one by constraint',
    '/books?select=books_writer_id_fkey(name)&id=eq.3',
    [{ books_writer_id_fkey: { name: 'Boris' } }],
  ],
  [
    'one-to-one',
    '/writers?select=writer_details(biography)&id=lt.3&order=id',
    [{ writer_details: { biography: 'Wrote the first program.' } }, { writer_details: null }],
  ],
  ['one-to-one from the other side', '/writer_details?select=writers(name)', [{ writers: { name: 'Ada' } }]],
  [
    'many-to-many',
    '/shelves?select=label,books(id)&order=id&books.order=id',
    [
      { label: 'Science', books: [{ id: 1 }, { id: 2 }] },
      { label: 'Travel', books: [{ id: 1 }] },
    ],
  ],
  ['many-to-many by junction', '/shelves?select=books!book_shelves(id)&id=eq.2', [{ books: [{ id: 1 }] }]],
  ['self: children', '/writers?select=writers(name)&id=eq.1', [{ writers: [{ name: 'Boris' }, { name: 'Chen' }] }]],
  ['self: parent', '/writers?select=manager:manager_id(name)&id=eq.2', [{ manager: { name: 'Ada' } }]],
  [
    'self, nested',
    '/writers?select=writers(name,manager_id(name,writers(id)))&id=eq.1&writers.id=eq.2',
    [{ writers: [{ name: 'Boris', manager_id: { name: 'Ada', writers: [{ id: 2 }, { id: 3 }] } }] }],
  ],
  ['through a view', '/cheap_books?select=id,writers(name)&id=eq.2', [{ id: 2, writers: { name: 'Ada' } }]],
  ['to a view', '/writers?select=cheap_books(id)&id=eq.1', [{ cheap_books: [{ id: 2 }] }]],
  [
    'computed',
    '/writers?select=bestsellers(title)&id=lt.3&order=id',
    [{ bestsellers: [{ title: 'Engines' }] }, { bestsellers: [{ title: 'Winter roads' }] }],
  ],
  ['empty', '/books?select=id,writers!writer_id()&id=eq.1', [{ id: 1 }]],
  [
    'filtered inside',
    `/writers?select=name,${BY_WRITER}(title)&books.price=gt.10&order=id`,
    [
      { name: 'Ada', books: [{ title: 'Engines' }] },
      { name: 'Boris', books: [{ title: 'Winter roads' }] },
      { name: 'Chen', books: [] },
    ],
  ],
  [
    'limited inside',
    `/writers?select=${BY_WRITER}(title)&books.order=price.desc&books.limit=1&books.offset=1&id=eq.1`,
    [{ books: [{ title: 'Notes on engines' }] }],
  ],
  [
    'by alias',
    `/writers?select=works:${BY_WRITER}(title)&works.id=eq.2&id=eq.1`,
    [{ works: [{ title: 'Notes on engines' }] }],
  ],
  ['inner', `/writers?select=name,${BY_WRITER}!inner(id)&books.price=gt.15`, [{ name: 'Boris', books: [{ id: 3 }] }]],
  [
    'inner, nested',
    `/writers?select=name,${BY_WRITER}!inner(shelves!inner(label))&books.shelves.label=eq.Travel`,
    [{ name: 'Ada', books: [{ shelves: [{ label: 'Travel' }] }] }],
  ],
  [
    'tree inside',
    `/writers?select=name,${BY_WRITER}!inner(id)&books.or=(id.eq.3,id.eq.99)`,
    [{ name: 'Boris', books: [{ id: 3 }] }],
  ],
  ['anti-join', `/writers?select=name,${BY_WRITER}()&books=is.null`, [{ name: 'Chen' }]],
  ['semi-join', `/writers?select=name,${BY_WRITER}()&books=not.is.null&order=id`, [{ name: 'Ada' }, { name: 'Boris' }]],
  [
    'in a tree',
    `/writers?select=name,${BY_WRITER}()&or=(books.is.null,name.eq.Ada)&order=id`,
    [{ name: 'Ada' }, { name: 'Chen' }],
  ],
  [
    'related order',
    '/books?select=id,writers!writer_id(name)&order=writers(name).desc.nullslast,id',
    [3, 1, 2, 4].map((id) => ({
      id,
      writers: { 1: { name: 'Ada' }, 2: { name: 'Ada' }, 3: { name: 'Boris' }, 4: null }[id],
    })),
  ],
  [
    'spread to-one',
    '/books?select=id,...writers!writer_id(writer:name)&id=gt.2&order=id',
    [
      { id: 3, writer: 'Boris' },
      { id: 4, writer: null },
    ],
  ],
  [
    'spread to-many',
    `/writers?select=name,...${BY_WRITER}(titles:title,price)&order=id&books.order=price`,
    [
      { name: 'Ada', titles: ['Notes on engines', 'Engines'], price: [8, 12.5] },
      { name: 'Boris', titles: ['Winter roads'], price: [20] },
      { name: 'Chen', titles: [], price: [] },
    ],
  ],
  [
    'spread in a spread',
    '/books?select=id,...writers!writer_id(...manager_id(boss:name))&id=in.(1,3)&order=id',
    [
      { id: 1, boss: null },
      { id: 3, boss: 'Ada' },
    ],
  ],
  [
    'count, old style',
    `/writers?select=name,${BY_WRITER}(count)&order=id`,
    [
      { name: 'Ada', books: [{ count: 2 }] },
      { name: 'Boris', books: [{ count: 1 }] },
      { name: 'Chen', books: [{ count: 0 }] },
    ],
  ],
  [
    'aggregates',
    '/books?select=writer_id,price.sum(),n:count()&order=writer_id',
    [
      { writer_id: 1, sum: 20.5, n: 2 },
      { writer_id: 2, sum: 20, n: 1 },
      { writer_id: null, sum: 5, n: 1 },
    ],
  ],
  [
    'aggregates in an embed',
    `/writers?select=name,${BY_WRITER}(price.max())&id=lt.3&order=id`,
    [
      { name: 'Ada', books: [{ max: 12.5 }] },
      { name: 'Boris', books: [{ max: 20 }] },
    ],
  ],
  [
    'aggregates beside an embed',
    '/books?select=writers!writer_id(name),price.sum()&writer_id=not.is.null&order=writer_id',
    undefined,
  ],
  [
    'aggregates of a spread',
    '/books?select=price.sum(),...writers!writer_id(name,born.count())&writer_id=eq.1',
    [{ sum: 20.5, name: 'Ada', count: 2 }],
  ],
  [
    'rows of a spread counted',
    '/books?select=id,...writers!writer_id(n:count())&id=gt.2&order=id',
    [
      { id: 3, n: 1 },
      { id: 4, n: 0 },
    ],
  ],
])('%s', async (_name, path, expected) => {
  const rows = await read(path)
  if (expected === undefined) expect(rows).toMatchObject({ code: '42803' })
  else expect(rows).toEqual(expected)
})

test('lists ambiguous relationships byte for byte (rest 9.2)', async () => {
  const response = await library.request('/writers?select=books(id)')
  expect(response.status).toBe(300)
  expect(await response.json()).toEqual({
    code: 'PGRST201',
    details: [
      {
        cardinality: 'one-to-many',
        embedding: 'writers with books',
        relationship: 'books_editor_id_fkey using writers(id) and books(editor_id)',
      },
      {
        cardinality: 'one-to-many',
        embedding: 'writers with books',
        relationship: 'books_writer_id_fkey using writers(id) and books(writer_id)',
      },
    ],
    hint: "Try changing 'books' to one of the following: 'books!books_editor_id_fkey', 'books!books_writer_id_fkey'. Find the desired relationship in the 'details' key.",
    message: "Could not embed because more than one relationship was found for 'writers' and 'books'",
  })
})

test.each([
  ['/books?select=shelf(id)', 400, 'PGRST200'],
  ['/books?select=writers!nope(id)', 400, 'PGRST200'],
  ['/books?select=id&shelves.id=eq.1', 400, 'PGRST108'],
  ['/books?select=id,shelves(id)&order=shelves(id)', 400, 'PGRST118'],
  ['/books?select=id&order=writers(name)', 400, 'PGRST108'],
  ['/books?select=nope', 400, '42703'],
  ['/books?select=id::nope', 400, '42704'],
  ['/books?title=sl.1', 404, '42883'],
  ['/books?id=eq.x', 400, '22P02'],
  [`/writers?select=...${BY_WRITER}(price.sum())`, 400, 'PGRST127'],
])('answers %s with %i %s (rest 9)', async (path, status, code) => {
  const response = await library.request(path)
  expect([response.status, (await readError(response)).code]).toEqual([status, code])
})

test('names the table in an error instead of our alias (rest 14.4)', async () => {
  expect(await read('/books?select=nope')).toMatchObject({ message: 'column books.nope does not exist' })
})
