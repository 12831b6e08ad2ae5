import { expect, test } from 'vitest'
import { type Answer, type Ask, expectData, openMuseum } from './museum.ts'

const museum = await openMuseum()
const from = (table: string, select: string) => museum.client.from(table).select(select)

test.each<[string, Ask, unknown]>([
  ['many-to-one (rest 9.1)', () => from('works', 'rooms(label)').eq('id', 1), [{ rooms: { label: 'Hall' } }]],
  ['one-to-many (rest 9.1)', () => from('rooms', 'works(id)').eq('id', 3), [{ works: [{ id: 5 }] }]],
  [
    'one-to-one (rest 9.1)',
    () => from('works', 'work_stories(story)').eq('id', 1),
    [{ work_stories: { story: 'Made of brass.' } }],
  ],
  [
    'one-to-one, from the other side (rest 9.1)',
    () => from('work_stories', 'works(title)').eq('work_id', 5),
    [{ works: { title: 'null' } }],
  ],
  [
    'many-to-many (rest 9.1)',
    () => from('shows', 'works(id)').eq('id', 1).order('id', { referencedTable: 'works' }),
    [{ works: [{ id: 1 }, { id: 2 }] }],
  ],
  [
    'many-to-many with columns of the junction (rest 9.1)',
    () => from('works', 'work_shows(hung_on,remark,shows(name))').eq('id', 2),
    [{ work_shows: [{ hung_on: '2024-01-02', remark: 'left', shows: { name: 'Opening' } }] }],
  ],
  [
    'a key of two columns (rest 9.1)',
    () => from('pair_marks', 'mark,pairs(note)').order('id'),
    [
      { mark: 'x', pairs: { note: 'first' } },
      { mark: 'y', pairs: { note: 'second' } },
      { mark: 'half', pairs: null },
    ],
  ],
  ['a partitioned table (rest 9.1)', () => from('rooms', 'visits(people)').eq('id', 2), [{ visits: [{ people: 20 }] }]],
  [
    'from a view under another name (rest 9.1)',
    () => from('shown_works', 'id,artists(name)').eq('id', 1),
    [{ id: 1, artists: { name: 'Ada' } }],
  ],
  [
    'through a chain of views (rest 9.1)',
    () => from('costly_works', 'name,artists(name)'),
    [{ name: 'Engines', artists: { name: 'Ada' } }],
  ],
  [
    'to a view (rest 9.1)',
    () => from('rooms', 'shown_works(id)').eq('id', 1).order('id', { referencedTable: 'shown_works' }),
    [{ shown_works: [{ id: 1 }, { id: 6 }] }],
  ],
  [
    'computed, to-many (rest 9.1)',
    () => from('works', 'cheaper(id)').eq('id', 2).order('id', { referencedTable: 'cheaper' }),
    [{ cheaper: [{ id: 4 }, { id: 6 }] }],
  ],
  ['computed, to-one (rest 9.1)', () => from('works', 'neighbour(id)').eq('id', 1), [{ neighbour: { id: 6 } }]],
  [
    'into another exposed schema (rest 9.1)',
    () => from('works', 'loans(lender)').eq('id', 1),
    [{ loans: [{ lender: 'Louvre' }] }],
  ],
  [
    'by the name of the constraint (rest 9.2)',
    () => from('works', 'works_restorer_fkey(name)').eq('id', 1),
    [{ works_restorer_fkey: { name: 'Boris' } }],
  ],
  [
    'by the column (rest 9.2)',
    () => from('works', 'restorer_id(name)').eq('id', 1),
    [{ restorer_id: { name: 'Boris' } }],
  ],
  [
    'by a hint of the constraint (rest 9.2)',
    () => from('works', 'artists!works_restorer_fkey(name)').eq('id', 1),
    [{ artists: { name: 'Boris' } }],
  ],
  [
    'by a hint of the column (rest 9.2)',
    () => from('works', 'artists!restorer_id(name)').eq('id', 1),
    [{ artists: { name: 'Boris' } }],
  ],
  ['by a hint of the junction (rest 9.2)', () => from('shows', 'works!work_shows(id)').eq('id', 3), [{ works: [] }]],
  [
    'self-reference: children (rest 9.2)',
    () => from('artists', 'artists(name)').eq('id', 1).order('id', { referencedTable: 'artists' }),
    [{ artists: [{ name: 'Boris' }, { name: 'Chen' }] }],
  ],
  [
    'self-reference: parent (rest 9.2)',
    () => from('artists', 'teacher:teacher_id(name)').eq('id', 4),
    [{ teacher: { name: 'Boris' } }],
  ],
  [
    'self-reference by a hint (rest 9.2)',
    () => from('artists', 'pupils:artists!teacher_id(id)').eq('id', 2),
    [{ pupils: [{ id: 4 }] }],
  ],
  ['no relationship (rest 9.2)', () => from('shows', 'visits(id)'), 'PGRST200'],
  ['two relationships (rest 9.2)', () => from('works', 'artists(name)'), 'PGRST201'],
  ['without columns (rest 9.3)', () => from('works', 'id,rooms()').eq('id', 1), [{ id: 1 }]],
  ['no related row (rest 9.3)', () => from('works', 'rooms(id),shows(id)').eq('id', 4), [{ rooms: null, shows: [] }]],
  [
    'inner (rest 9.3)',
    () => from('works', 'id,shows!inner(id)').eq('shows.id', 2).order('id'),
    [
      { id: 1, shows: [{ id: 2 }] },
      { id: 6, shows: [{ id: 2 }] },
    ],
  ],
  [
    'inner, nested (rest 9.3)',
    () => from('rooms', 'id,works!inner(id,shows!inner(name))').eq('works.shows.name', 'Winter'),
    [
      {
        id: 1,
        works: [
          { id: 1, shows: [{ name: 'Winter' }] },
          { id: 6, shows: [{ name: 'Winter' }] },
        ],
      },
    ],
  ],
  ['left is the default (rest 9.3)', () => from('rooms', 'id,visits!left(id)').eq('id', 3), [{ id: 3, visits: [] }]],
  [
    'filters, order and limit inside (rest 9.4)',
    () =>
      from('rooms', 'id,works(id)')
        .eq('id', 2)
        .gt('works.price', 1)
        .order('id', { referencedTable: 'works', ascending: false })
        .limit(1, { referencedTable: 'works' }),
    [{ id: 2, works: [{ id: 3 }] }],
  ],
  [
    'range inside (rest 9.4)',
    () =>
      from('rooms', 'works(id)')
        .eq('id', 2)
        .order('id', { referencedTable: 'works' })
        .range(1, 5, { referencedTable: 'works' }),
    [{ works: [{ id: 3 }] }],
  ],
  [
    'or inside (rest 9.4)',
    () => from('rooms', 'works(id)').eq('id', 2).or('id.eq.3,price.is.null', { referencedTable: 'works' }),
    [{ works: [{ id: 3 }] }],
  ],
  [
    'by alias (rest 9.4)',
    () => from('rooms', 'things:works(id)').eq('id', 1).eq('things.id', 6),
    [{ things: [{ id: 6 }] }],
  ],
  ['without related rows (rest 9.4)', () => from('shows', 'name,works()').is('works', null), [{ name: 'Empty' }]],
  [
    'with related rows (rest 9.4)',
    () => from('shows', 'name,works()').not('works', 'is', null).order('id'),
    [{ name: 'Opening' }, { name: 'Winter' }],
  ],
  [
    'without related rows, inside a logic tree (rest 9.4)',
    () => from('shows', 'name,works()').or('works.is.null,id.eq.1').order('id'),
    [{ name: 'Opening' }, { name: 'Empty' }],
  ],
  ['a filter on an embed that is not selected (rest 9.4)', () => from('rooms', 'id').eq('works.id', 1), 'PGRST108'],
  ['spread (rest 9.5)', () => from('works', 'id,...rooms(room:label)').eq('id', 1), [{ id: 1, room: 'Hall' }]],
  [
    'spread without a related row (rest 9.5)',
    () => from('works', 'id,...rooms(room:label)').eq('id', 4),
    [{ id: 4, room: null }],
  ],
  [
    'spread of everything (rest 9.5)',
    () => from('work_stories', 'story,...works(id,title)').eq('work_id', 1),
    [{ story: 'Made of brass.', id: 1, title: 'Engines' }],
  ],
  [
    'spread of many (rest 9.5)',
    () => from('rooms', 'id,...works(titles:title,years:year)').eq('id', 2).order('id', { referencedTable: 'works' }),
    [{ id: 2, titles: ['Notes on engines', 'Winter roads'], years: [1843, null] }],
  ],
  [
    'spread of many without related rows (rest 9.5)',
    () => from('shows', '...works(titles:title)').eq('id', 3),
    [{ titles: [] }],
  ],
  [
    'spread in a spread (rest 9.5)',
    () => from('work_shows', '...works(title,...rooms(label))').eq('work_id', 2),
    [{ title: 'Notes on engines', label: 'Gallery' }],
  ],
  [
    'aggregates of a spread are grouped by the parent (rest 9.5)',
    () => from('works', '...rooms(label,floor.max()),count()').in('room_id', [1, 3]).order('count').limit(0),
    [],
  ],
  ['aggregates of a spread of many (rest 9.5)', () => from('rooms', '...works(price.sum())'), 'PGRST127'],
  [
    'limits the depth of embeds (rest 20)',
    () => from('artists', `${'artists('.repeat(11)}id${')'.repeat(11)}`),
    'PGRST100',
  ],
  [
    'limits the number of embeds (rest 20)',
    () => from('artists', Array.from({ length: 51 }, (_, i) => `a${i}:artists(id)`).join()),
    'PGRST100',
  ],
])('%s', async (_name, sendRequest, expected) => expectData(museum.client, sendRequest, expected))

test('returns PGRST200 with all its texts (rest 9.2)', async () => {
  const plain = (await from('shows', 'visit(id)')) as Answer
  expect(plain.error).toEqual({
    code: 'PGRST200',
    message: "Could not find a relationship between 'shows' and 'visit' in the schema cache",
    details:
      "Searched for a foreign key relationship between 'shows' and 'visit' in the schema 'public', but no matches were found.",
    hint: null,
  })
  const hinted = (await from('works', 'artists!nope(id)')) as Answer
  expect(hinted.error?.details).toBe(
    "Searched for a foreign key relationship between 'works' and 'artists' using the hint 'nope' in the schema 'public', but no matches were found.",
  )
  const near = (await from('works', 'room(id)')) as Answer
  expect(near.error?.hint).toBe("Perhaps you meant 'rooms' instead of 'room'.")
})

test('returns PGRST201 with all its texts (rest 9.2)', async () => {
  const { error, status, statusText } = (await from('works', 'artists(id)')) as Answer
  expect([status, statusText]).toEqual([300, 'Multiple Choices'])
  expect(error).toEqual({
    code: 'PGRST201',
    message: "Could not embed because more than one relationship was found for 'works' and 'artists'",
    hint: "Try changing 'artists' to one of the following: 'artists!works_artist_id_fkey', 'artists!works_restorer_fkey'. Find the desired relationship in the 'details' key.",
    details: [
      {
        cardinality: 'many-to-one',
        embedding: 'works with artists',
        relationship: 'works_artist_id_fkey using works(artist_id) and artists(id)',
      },
      {
        cardinality: 'many-to-one',
        embedding: 'works with artists',
        relationship: 'works_restorer_fkey using works(restorer_id) and artists(id)',
      },
    ],
  })
})
