import { afterAll, expect, test } from 'vitest'
import { createLibraryService, readError } from './library-service.ts'

const library = await createLibraryService({ aggregatesEnabled: true })
afterAll(() => library.close())

const read = async (path: string) => (await library.request(path)).json()
const BY_WRITER = 'books!books_writer_id_fkey'

test.each([
  ['embeds to-one by hint', `/books?select=id,writers!writer_id(name)&id=eq.1`, [{ id: 1, writers: { name: 'Ada' } }]],
  [
    'embeds to-one by column',
    '/books?select=id,writer_id(name)&id=in.(1,4)&order=id',
    [
      { id: 1, writer_id: { name: 'Ada' } },
      { id: 4, writer_id: null },
    ],
  ],
  [
    'embeds to-one by constraint',
    '/books?select=books_writer_id_fkey(name)&id=eq.3',
    [{ books_writer_id_fkey: { name: 'Boris' } }],
  ],
  [
    'embeds one-to-one',
    '/writers?select=writer_details(biography)&id=lt.3&order=id',
    [{ writer_details: { biography: 'Wrote the first program.' } }, { writer_details: null }],
  ],
  ['embeds one-to-one from the other side', '/writer_details?select=writers(name)', [{ writers: { name: 'Ada' } }]],
  [
    'embeds many-to-many',
    '/shelves?select=label,books(id)&order=id&books.order=id',
    [
      { label: 'Science', books: [{ id: 1 }, { id: 2 }] },
      { label: 'Travel', books: [{ id: 1 }] },
    ],
  ],
  ['embeds many-to-many by junction', '/shelves?select=books!book_shelves(id)&id=eq.2', [{ books: [{ id: 1 }] }]],
  [
    'embeds the children of a self-reference',
    '/writers?select=writers(name)&id=eq.1',
    [{ writers: [{ name: 'Boris' }, { name: 'Chen' }] }],
  ],
  [
    'embeds the parent of a self-reference',
    '/writers?select=manager:manager_id(name)&id=eq.2',
    [{ manager: { name: 'Ada' } }],
  ],
  [
    'nests self-references',
    '/writers?select=writers(name,manager_id(name,writers(id)))&id=eq.1&writers.id=eq.2',
    [{ writers: [{ name: 'Boris', manager_id: { name: 'Ada', writers: [{ id: 2 }, { id: 3 }] } }] }],
  ],
  ['embeds through a view', '/cheap_books?select=id,writers(name)&id=eq.2', [{ id: 2, writers: { name: 'Ada' } }]],
  ['embeds a view', '/writers?select=cheap_books(id)&id=eq.1', [{ cheap_books: [{ id: 2 }] }]],
  [
    'embeds a computed relationship',
    '/writers?select=bestsellers(title)&id=lt.3&order=id',
    [{ bestsellers: [{ title: 'Engines' }] }, { bestsellers: [{ title: 'Winter roads' }] }],
  ],
  ['omits an empty embed', '/books?select=id,writers!writer_id()&id=eq.1', [{ id: 1 }]],
  [
    'filters inside an embed',
    `/writers?select=name,${BY_WRITER}(title)&books.price=gt.10&order=id`,
    [
      { name: 'Ada', books: [{ title: 'Engines' }] },
      { name: 'Boris', books: [{ title: 'Winter roads' }] },
      { name: 'Chen', books: [] },
    ],
  ],
  [
    'limits inside an embed',
    `/writers?select=${BY_WRITER}(title)&books.order=price.desc&books.limit=1&books.offset=1&id=eq.1`,
    [{ books: [{ title: 'Notes on engines' }] }],
  ],
  [
    'filters an embed by alias',
    `/writers?select=works:${BY_WRITER}(title)&works.id=eq.2&id=eq.1`,
    [{ works: [{ title: 'Notes on engines' }] }],
  ],
  [
    'embeds with !inner',
    `/writers?select=name,${BY_WRITER}!inner(id)&books.price=gt.15`,
    [{ name: 'Boris', books: [{ id: 3 }] }],
  ],
  [
    'nests !inner',
    `/writers?select=name,${BY_WRITER}!inner(shelves!inner(label))&books.shelves.label=eq.Travel`,
    [{ name: 'Ada', books: [{ shelves: [{ label: 'Travel' }] }] }],
  ],
  [
    'filters inside an embed by a logic tree',
    `/writers?select=name,${BY_WRITER}!inner(id)&books.or=(id.eq.3,id.eq.99)`,
    [{ name: 'Boris', books: [{ id: 3 }] }],
  ],
  ['filters for rows without related rows', `/writers?select=name,${BY_WRITER}()&books=is.null`, [{ name: 'Chen' }]],
  [
    'filters for rows with related rows',
    `/writers?select=name,${BY_WRITER}()&books=not.is.null&order=id`,
    [{ name: 'Ada' }, { name: 'Boris' }],
  ],
  [
    'filters by related rows in a logic tree',
    `/writers?select=name,${BY_WRITER}()&or=(books.is.null,name.eq.Ada)&order=id`,
    [{ name: 'Ada' }, { name: 'Chen' }],
  ],
  [
    'sorts by a related row',
    '/books?select=id,writers!writer_id(name)&order=writers(name).desc.nullslast,id',
    [3, 1, 2, 4].map((id) => ({
      id,
      writers: { 1: { name: 'Ada' }, 2: { name: 'Ada' }, 3: { name: 'Boris' }, 4: null }[id],
    })),
  ],
  [
    'spreads to-one',
    '/books?select=id,...writers!writer_id(writer:name)&id=gt.2&order=id',
    [
      { id: 3, writer: 'Boris' },
      { id: 4, writer: null },
    ],
  ],
  [
    'spreads to-many',
    `/writers?select=name,...${BY_WRITER}(titles:title,price)&order=id&books.order=price`,
    [
      { name: 'Ada', titles: ['Notes on engines', 'Engines'], price: [8, 12.5] },
      { name: 'Boris', titles: ['Winter roads'], price: [20] },
      { name: 'Chen', titles: [], price: [] },
    ],
  ],
  [
    'nests spreads',
    '/books?select=id,...writers!writer_id(...manager_id(boss:name))&id=in.(1,3)&order=id',
    [
      { id: 1, boss: null },
      { id: 3, boss: 'Ada' },
    ],
  ],
  [
    'counts in the older syntax',
    `/writers?select=name,${BY_WRITER}(count)&order=id`,
    [
      { name: 'Ada', books: [{ count: 2 }] },
      { name: 'Boris', books: [{ count: 1 }] },
      { name: 'Chen', books: [{ count: 0 }] },
    ],
  ],
  [
    'aggregates rows',
    '/books?select=writer_id,price.sum(),n:count()&order=writer_id',
    [
      { writer_id: 1, sum: 20.5, n: 2 },
      { writer_id: 2, sum: 20, n: 1 },
      { writer_id: null, sum: 5, n: 1 },
    ],
  ],
  [
    'aggregates inside an embed',
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
    'aggregates the columns of a spread',
    '/books?select=price.sum(),...writers!writer_id(name,born.count())&writer_id=eq.1',
    [{ sum: 20.5, name: 'Ada', count: 2 }],
  ],
  [
    'groups by the lists of a spread',
    '/books?select=count(),...book_shelves(shelf_id)',
    expect.arrayContaining([
      { count: 1, shelf_id: [1, 2] },
      { count: 1, shelf_id: [1] },
      { count: 2, shelf_id: [] },
    ]),
  ],
  [
    'groups by an embed and by lists within a spread',
    '/book_shelves?select=count(),...books(writers!writer_id(name),...book_shelves(shelf_id))',
    expect.arrayContaining([
      { count: 2, writers: { name: 'Ada' }, shelf_id: [1, 2] },
      { count: 1, writers: { name: 'Ada' }, shelf_id: [1] },
    ]),
  ],
  [
    'orders groups by a column of a spread',
    '/books?select=count(),...writers!writer_id(author:name)&writer_id=not.is.null&order=writers(name).desc',
    [
      { count: 1, author: 'Boris' },
      { count: 2, author: 'Ada' },
    ],
  ],
  [
    'orders groups by a column of a spread of all columns',
    '/books?select=count(),...writers!writer_id(*)&writer_id=not.is.null&order=writers(id).desc',
    [expect.objectContaining({ count: 1, name: 'Boris' }), expect.objectContaining({ count: 2, name: 'Ada' })],
  ],
  [
    'orders groups by a column that the spread does not show',
    '/books?select=count(),...writers!writer_id(name)&order=writers(born)',
    undefined,
  ],
  [
    'counts the rows of a spread',
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
])('responds to %s with %i %s (rest 9)', async (path, status, code) => {
  const response = await library.request(path)
  expect([response.status, (await readError(response)).code]).toEqual([status, code])
})

test('names the table in an error instead of our alias (rest 14.4)', async () => {
  expect(await read('/books?select=nope')).toMatchObject({ message: 'column books.nope does not exist' })
})
