import { expect, test } from 'vitest'
import { type Answer, type Ask, expectData, openMuseum } from './museum.ts'

const museum = await openMuseum()
const from = (table: string, select: string) => museum.client.from(table).select(select)

test.each<[string, Ask, unknown]>([
  ['embeds many-to-one (rest 9.1)', () => from('works', 'rooms(label)').eq('id', 1), [{ rooms: { label: 'Hall' } }]],
  ['embeds one-to-many (rest 9.1)', () => from('rooms', 'works(id)').eq('id', 3), [{ works: [{ id: 5 }] }]],
  [
    'embeds one-to-one (rest 9.1)',
    () => from('works', 'work_stories(story)').eq('id', 1),
    [{ work_stories: { story: 'Made of brass.' } }],
  ],
  [
    'embeds one-to-one from the other side (rest 9.1)',
    () => from('work_stories', 'works(title)').eq('work_id', 5),
    [{ works: { title: 'null' } }],
  ],
  [
    'embeds many-to-many (rest 9.1)',
    () => from('shows', 'works(id)').eq('id', 1).order('id', { referencedTable: 'works' }),
    [{ works: [{ id: 1 }, { id: 2 }] }],
  ],
  [
    'embeds many-to-many with columns of the junction (rest 9.1)',
    () => from('works', 'work_shows(hung_on,remark,shows(name))').eq('id', 2),
    [{ work_shows: [{ hung_on: '2024-01-02', remark: 'left', shows: { name: 'Opening' } }] }],
  ],
  [
    'embeds by a key of two columns (rest 9.1)',
    () => from('pair_marks', 'mark,pairs(note)').order('id'),
    [
      { mark: 'x', pairs: { note: 'first' } },
      { mark: 'y', pairs: { note: 'second' } },
      { mark: 'half', pairs: null },
    ],
  ],
  [
    'embeds a partitioned table (rest 9.1)',
    () => from('rooms', 'visits(people)').eq('id', 2),
    [{ visits: [{ people: 20 }] }],
  ],
  [
    'embeds into rows of a view (rest 9.1)',
    () => from('shown_works', 'id,artists(name)').eq('id', 1),
    [{ id: 1, artists: { name: 'Ada' } }],
  ],
  [
    'embeds through a chain of views (rest 9.1)',
    () => from('costly_works', 'name,artists(name)'),
    [{ name: 'Engines', artists: { name: 'Ada' } }],
  ],
  [
    'embeds a view (rest 9.1)',
    () => from('rooms', 'shown_works(id)').eq('id', 1).order('id', { referencedTable: 'shown_works' }),
    [{ shown_works: [{ id: 1 }, { id: 6 }] }],
  ],
  [
    'embeds a computed to-many relationship (rest 9.1)',
    () => from('works', 'cheaper(id)').eq('id', 2).order('id', { referencedTable: 'cheaper' }),
    [{ cheaper: [{ id: 4 }, { id: 6 }] }],
  ],
  [
    'embeds a computed to-one relationship (rest 9.1)',
    () => from('works', 'neighbour(id)').eq('id', 1),
    [{ neighbour: { id: 6 } }],
  ],
  [
    'embeds a table of another exposed schema (rest 9.1)',
    () => from('works', 'loans(lender)').eq('id', 1),
    [{ loans: [{ lender: 'Louvre' }] }],
  ],
  [
    'embeds by the name of the constraint (rest 9.2)',
    () => from('works', 'works_restorer_fkey(name)').eq('id', 1),
    [{ works_restorer_fkey: { name: 'Boris' } }],
  ],
  [
    'embeds by the column (rest 9.2)',
    () => from('works', 'restorer_id(name)').eq('id', 1),
    [{ restorer_id: { name: 'Boris' } }],
  ],
  [
    'chooses the relationship by a hint of the constraint (rest 9.2)',
    () => from('works', 'artists!works_restorer_fkey(name)').eq('id', 1),
    [{ artists: { name: 'Boris' } }],
  ],
  [
    'chooses the relationship by a hint of the column (rest 9.2)',
    () => from('works', 'artists!restorer_id(name)').eq('id', 1),
    [{ artists: { name: 'Boris' } }],
  ],
  [
    'chooses the relationship by a hint of the junction (rest 9.2)',
    () => from('shows', 'works!work_shows(id)').eq('id', 3),
    [{ works: [] }],
  ],
  [
    'embeds the children of a self-reference (rest 9.2)',
    () => from('artists', 'artists(name)').eq('id', 1).order('id', { referencedTable: 'artists' }),
    [{ artists: [{ name: 'Boris' }, { name: 'Chen' }] }],
  ],
  [
    'embeds the parent of a self-reference (rest 9.2)',
    () => from('artists', 'teacher:teacher_id(name)').eq('id', 4),
    [{ teacher: { name: 'Boris' } }],
  ],
  [
    'embeds a self-reference by a hint (rest 9.2)',
    () => from('artists', 'pupils:artists!teacher_id(id)').eq('id', 2),
    [{ pupils: [{ id: 4 }] }],
  ],
  ['rejects tables without a relationship (rest 9.2)', () => from('shows', 'visits(id)'), 'PGRST200'],
  ['rejects an ambiguous relationship (rest 9.2)', () => from('works', 'artists(name)'), 'PGRST201'],
  ['omits an embed without columns (rest 9.3)', () => from('works', 'id,rooms()').eq('id', 1), [{ id: 1 }]],
  [
    'returns null or an empty list without a related row (rest 9.3)',
    () => from('works', 'rooms(id),shows(id)').eq('id', 4),
    [{ rooms: null, shows: [] }],
  ],
  [
    'omits rows without a related row for an inner embed (rest 9.3)',
    () => from('works', 'id,shows!inner(id)').eq('shows.id', 2).order('id'),
    [
      { id: 1, shows: [{ id: 2 }] },
      { id: 6, shows: [{ id: 2 }] },
    ],
  ],
  [
    'nests inner embeds (rest 9.3)',
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
  [
    'treats !left as the default (rest 9.3)',
    () => from('rooms', 'id,visits!left(id)').eq('id', 3),
    [{ id: 3, visits: [] }],
  ],
  [
    'filters, sorts and limits inside an embed (rest 9.4)',
    () =>
      from('rooms', 'id,works(id)')
        .eq('id', 2)
        .gt('works.price', 1)
        .order('id', { referencedTable: 'works', ascending: false })
        .limit(1, { referencedTable: 'works' }),
    [{ id: 2, works: [{ id: 3 }] }],
  ],
  [
    'returns a range inside an embed (rest 9.4)',
    () =>
      from('rooms', 'works(id)')
        .eq('id', 2)
        .order('id', { referencedTable: 'works' })
        .range(1, 5, { referencedTable: 'works' }),
    [{ works: [{ id: 3 }] }],
  ],
  [
    'combines filters by or inside an embed (rest 9.4)',
    () => from('rooms', 'works(id)').eq('id', 2).or('id.eq.3,price.is.null', { referencedTable: 'works' }),
    [{ works: [{ id: 3 }] }],
  ],
  [
    'filters an embed by its alias (rest 9.4)',
    () => from('rooms', 'things:works(id)').eq('id', 1).eq('things.id', 6),
    [{ things: [{ id: 6 }] }],
  ],
  [
    'filters for rows without related rows (rest 9.4)',
    () => from('shows', 'name,works()').is('works', null),
    [{ name: 'Empty' }],
  ],
  [
    'filters for rows with related rows (rest 9.4)',
    () => from('shows', 'name,works()').not('works', 'is', null).order('id'),
    [{ name: 'Opening' }, { name: 'Winter' }],
  ],
  [
    'filters for rows without related rows inside a logic tree (rest 9.4)',
    () => from('shows', 'name,works()').or('works.is.null,id.eq.1').order('id'),
    [{ name: 'Opening' }, { name: 'Empty' }],
  ],
  [
    'rejects a filter on an embed that is not selected (rest 9.4)',
    () => from('rooms', 'id').eq('works.id', 1),
    'PGRST108',
  ],
  [
    'spreads a to-one embed (rest 9.5)',
    () => from('works', 'id,...rooms(room:label)').eq('id', 1),
    [{ id: 1, room: 'Hall' }],
  ],
  [
    'spreads nulls without a related row (rest 9.5)',
    () => from('works', 'id,...rooms(room:label)').eq('id', 4),
    [{ id: 4, room: null }],
  ],
  [
    'spreads all columns (rest 9.5)',
    () => from('work_stories', 'story,...works(id,title)').eq('work_id', 1),
    [{ story: 'Made of brass.', id: 1, title: 'Engines' }],
  ],
  [
    'spreads a to-many embed into arrays (rest 9.5)',
    () => from('rooms', 'id,...works(titles:title,years:year)').eq('id', 2).order('id', { referencedTable: 'works' }),
    [{ id: 2, titles: ['Notes on engines', 'Winter roads'], years: [1843, null] }],
  ],
  [
    'spreads empty arrays without related rows (rest 9.5)',
    () => from('shows', '...works(titles:title)').eq('id', 3),
    [{ titles: [] }],
  ],
  [
    'nests spreads (rest 9.5)',
    () => from('work_shows', '...works(title,...rooms(label))').eq('work_id', 2),
    [{ title: 'Notes on engines', label: 'Gallery' }],
  ],
  [
    'groups aggregates of a spread by the parent (rest 9.5)',
    () => from('works', '...rooms(label,floor.max()),count()').in('room_id', [1, 3]).order('count').limit(0),
    [],
  ],
  ['rejects aggregates of a to-many spread (rest 9.5)', () => from('rooms', '...works(price.sum())'), 'PGRST127'],
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

test('returns PGRST200 with message, details and hint (rest 9.2)', async () => {
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

test('returns PGRST201 with message, details and hint (rest 9.2)', async () => {
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
