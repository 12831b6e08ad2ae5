import { expect, test } from 'vitest'
import { type Answer, type Ask, expectData, openMuseum } from './museum.ts'

const museum = await openMuseum()
const from = (table: string, select: string) => museum.client.from(table).select(select)

test.each<[string, Ask, unknown]>([
  ['9.1 many-to-one', () => from('works', 'rooms(label)').eq('id', 1), [{ rooms: { label: 'Hall' } }]],
  ['9.1 one-to-many', () => from('rooms', 'works(id)').eq('id', 3), [{ works: [{ id: 5 }] }]],
  [
    '9.1 one-to-one',
    () => from('works', 'work_stories(story)').eq('id', 1),
    [{ work_stories: { story: 'Made of brass.' } }],
  ],
  [
    '9.1 one-to-one, from the other side',
    () => from('work_stories', 'works(title)').eq('work_id', 5),
    [{ works: { title: 'null' } }],
  ],
  [
    '9.1 many-to-many',
    () => from('shows', 'works(id)').eq('id', 1).order('id', { referencedTable: 'works' }),
    [{ works: [{ id: 1 }, { id: 2 }] }],
  ],
  [
    '9.1 many-to-many with what the junction carries',
    () => from('works', 'work_shows(hung_on,remark,shows(name))').eq('id', 2),
    [{ work_shows: [{ hung_on: '2024-01-02', remark: 'left', shows: { name: 'Opening' } }] }],
  ],
  [
    '9.1 a key of two columns',
    () => from('pair_marks', 'mark,pairs(note)').order('id'),
    [
      { mark: 'x', pairs: { note: 'first' } },
      { mark: 'y', pairs: { note: 'second' } },
      { mark: 'half', pairs: null },
    ],
  ],
  ['9.1 a partitioned table', () => from('rooms', 'visits(people)').eq('id', 2), [{ visits: [{ people: 20 }] }]],
  [
    '9.1 from a view under another name',
    () => from('shown_works', 'id,artists(name)').eq('id', 1),
    [{ id: 1, artists: { name: 'Ada' } }],
  ],
  [
    '9.1 through a chain of views',
    () => from('costly_works', 'name,artists(name)'),
    [{ name: 'Engines', artists: { name: 'Ada' } }],
  ],
  [
    '9.1 to a view',
    () => from('rooms', 'shown_works(id)').eq('id', 1).order('id', { referencedTable: 'shown_works' }),
    [{ shown_works: [{ id: 1 }, { id: 6 }] }],
  ],
  [
    '9.1 computed, to-many',
    () => from('works', 'cheaper(id)').eq('id', 2).order('id', { referencedTable: 'cheaper' }),
    [{ cheaper: [{ id: 4 }, { id: 6 }] }],
  ],
  ['9.1 computed, to-one', () => from('works', 'neighbour(id)').eq('id', 1), [{ neighbour: { id: 6 } }]],
  [
    '9.1 into another exposed schema',
    () => from('works', 'loans(lender)').eq('id', 1),
    [{ loans: [{ lender: 'Louvre' }] }],
  ],
  [
    '9.2 by the name of the constraint',
    () => from('works', 'works_restorer_fkey(name)').eq('id', 1),
    [{ works_restorer_fkey: { name: 'Boris' } }],
  ],
  ['9.2 by the column', () => from('works', 'restorer_id(name)').eq('id', 1), [{ restorer_id: { name: 'Boris' } }]],
  [
    '9.2 by a hint of the constraint',
    () => from('works', 'artists!works_restorer_fkey(name)').eq('id', 1),
    [{ artists: { name: 'Boris' } }],
  ],
  [
    '9.2 by a hint of the column',
    () => from('works', 'artists!restorer_id(name)').eq('id', 1),
    [{ artists: { name: 'Boris' } }],
  ],
  ['9.2 by a hint of the junction', () => from('shows', 'works!work_shows(id)').eq('id', 3), [{ works: [] }]],
  [
    '9.2 self-reference: children',
    () => from('artists', 'artists(name)').eq('id', 1).order('id', { referencedTable: 'artists' }),
    [{ artists: [{ name: 'Boris' }, { name: 'Chen' }] }],
  ],
  [
    '9.2 self-reference: parent',
    () => from('artists', 'teacher:teacher_id(name)').eq('id', 4),
    [{ teacher: { name: 'Boris' } }],
  ],
  [
    '9.2 self-reference by a hint',
    () => from('artists', 'pupils:artists!teacher_id(id)').eq('id', 2),
    [{ pupils: [{ id: 4 }] }],
  ],
  ['9.2 no way', () => from('shows', 'visits(id)'), 'PGRST200'],
  ['9.2 two ways', () => from('works', 'artists(name)'), 'PGRST201'],
  ['9.3 without columns', () => from('works', 'id,rooms()').eq('id', 1), [{ id: 1 }]],
  ['9.3 no partner', () => from('works', 'rooms(id),shows(id)').eq('id', 4), [{ rooms: null, shows: [] }]],
  [
    '9.3 inner',
    () => from('works', 'id,shows!inner(id)').eq('shows.id', 2).order('id'),
    [
      { id: 1, shows: [{ id: 2 }] },
      { id: 6, shows: [{ id: 2 }] },
    ],
  ],
  [
    '9.3 inner, nested',
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
  ['9.3 left is the default', () => from('rooms', 'id,visits!left(id)').eq('id', 3), [{ id: 3, visits: [] }]],
  [
    '9.4 filters, order and limit inside',
    () =>
      from('rooms', 'id,works(id)')
        .eq('id', 2)
        .gt('works.price', 1)
        .order('id', { referencedTable: 'works', ascending: false })
        .limit(1, { referencedTable: 'works' }),
    [{ id: 2, works: [{ id: 3 }] }],
  ],
  [
    '9.4 range inside',
    () =>
      from('rooms', 'works(id)')
        .eq('id', 2)
        .order('id', { referencedTable: 'works' })
        .range(1, 5, { referencedTable: 'works' }),
    [{ works: [{ id: 3 }] }],
  ],
  [
    '9.4 or inside',
    () => from('rooms', 'works(id)').eq('id', 2).or('id.eq.3,price.is.null', { referencedTable: 'works' }),
    [{ works: [{ id: 3 }] }],
  ],
  ['9.4 by alias', () => from('rooms', 'things:works(id)').eq('id', 1).eq('things.id', 6), [{ things: [{ id: 6 }] }]],
  ['9.4 without partners', () => from('shows', 'name,works()').is('works', null), [{ name: 'Empty' }]],
  [
    '9.4 with partners',
    () => from('shows', 'name,works()').not('works', 'is', null).order('id'),
    [{ name: 'Opening' }, { name: 'Winter' }],
  ],
  [
    '9.4 without partners, in a tree',
    () => from('shows', 'name,works()').or('works.is.null,id.eq.1').order('id'),
    [{ name: 'Opening' }, { name: 'Empty' }],
  ],
  ['9.4 an embed that is not there', () => from('rooms', 'id').eq('works.id', 1), 'PGRST108'],
  ['9.5 spread', () => from('works', 'id,...rooms(room:label)').eq('id', 1), [{ id: 1, room: 'Hall' }]],
  ['9.5 spread without partner', () => from('works', 'id,...rooms(room:label)').eq('id', 4), [{ id: 4, room: null }]],
  [
    '9.5 spread of everything',
    () => from('work_stories', 'story,...works(id,title)').eq('work_id', 1),
    [{ story: 'Made of brass.', id: 1, title: 'Engines' }],
  ],
  [
    '9.5 spread of many',
    () => from('rooms', 'id,...works(titles:title,years:year)').eq('id', 2).order('id', { referencedTable: 'works' }),
    [{ id: 2, titles: ['Notes on engines', 'Winter roads'], years: [1843, null] }],
  ],
  ['9.5 spread of many without partners', () => from('shows', '...works(titles:title)').eq('id', 3), [{ titles: [] }]],
  [
    '9.5 spread in a spread',
    () => from('work_shows', '...works(title,...rooms(label))').eq('work_id', 2),
    [{ title: 'Notes on engines', label: 'Gallery' }],
  ],
  [
    '9.5 aggregates of a spread are grouped above',
    () => from('works', '...rooms(label,floor.max()),count()').in('room_id', [1, 3]).order('count').limit(0),
    [],
  ],
  ['9.5 aggregates of a spread of many', () => from('rooms', '...works(price.sum())'), 'PGRST127'],
  ['20 embeds are bounded in depth', () => from('artists', `${'artists('.repeat(11)}id${')'.repeat(11)}`), 'PGRST100'],
  [
    '20 embeds are bounded in number',
    () => from('artists', Array.from({ length: 51 }, (_, i) => `a${i}:artists(id)`).join()),
    'PGRST100',
  ],
])('%s', async (_name, ask, expected) => expectData(museum.client, ask, expected))

test('9.2 PGRST200 in full', async () => {
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

test('9.2 PGRST201 in full', async () => {
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
