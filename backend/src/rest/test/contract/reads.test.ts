import { expect, test } from 'vitest'
import { type Ask, expectData, openMuseum } from './museum.ts'

const museum = await openMuseum()
const ids = (...list: number[]) => list.map((id) => ({ id }))
const works = (select = 'id') => museum.client.from('works').select(select)

test.each<[string, Ask, unknown]>([
  ['a column is renamed (rest 6)', () => works('name:title').eq('id', 1), [{ name: 'Engines' }]],
  ['a column is cast (rest 6)', () => works('id::text,price::int').eq('id', 1), [{ id: '1', price: 13 }]],
  ['rejects a cast to an unknown type (rest 6)', () => works('id::nope'), '42704'],
  ['a cast to a type of two words (rest 6)', () => works('year::"double precision"').eq('id', 1), 'PGRST100'],
  [
    'names the result of a JSON path after its last key (rest 6)',
    () => works('facts->pages,facts->isbn->>ten,facts->list->0').eq('id', 1),
    [{ pages: 100, ten: 'x1', list: 1 }],
  ],
  [
    'a JSON path with an index from the end (rest 6)',
    () => works('last:facts->list->>-1').eq('id', 1),
    [{ last: '2' }],
  ],
  [
    'a path into a composite (rest 6)',
    () => works('dimensions->width,h:dimensions->>height').eq('id', 1),
    [{ width: 10, h: '2.5' }],
  ],
  ['a path into an array (rest 6)', () => works('first:scores->0').eq('id', 1), [{ first: 1 }]],
  ['a computed column (rest 6)', () => works('caption').eq('id', 1), [{ caption: 'Engines (1840)' }]],
  [
    'a computed column is renamed and cast (rest 6)',
    () => works('c:caption::varchar').eq('id', 1),
    [{ c: 'Engines (1840)' }],
  ],
  [
    'a computed column filters and sorts (rest 6)',
    () => works().like('caption', '%(1%').order('caption', { ascending: false }),
    ids(4, 2, 1),
  ],
  ['leaves computed columns out of the star (rest 6)', () => works('*').eq('caption', 'nothing'), []],
  ['count in the older syntax (rest 6)', () => museum.client.from('shows').select('count'), [{ count: 3 }]],
  ['count without rows (rest 6)', () => works('count()').lt('id', 0), [{ count: 0 }]],
  [
    'aggregates with names, casts and groups (rest 6)',
    () => works('on_show,n:count(),price.sum(),mean:price.avg()::int').not('on_show', 'is', null).order('on_show'),
    [
      { on_show: false, n: 2, sum: 8, mean: 8 },
      { on_show: true, n: 3, sum: 17.5, mean: 6 },
    ],
  ],
  ['a cast before the aggregate (rest 6)', () => works('year::text.max()'), [{ max: '1900' }]],
  [
    'aggregates inside an embed (rest 6)',
    () => museum.client.from('rooms').select('id,works(price.sum(),n:count())').order('id'),
    [
      { id: 1, works: [{ sum: 12.5, n: 2 }] },
      { id: 2, works: [{ sum: 28, n: 2 }] },
      { id: 3, works: [{ sum: null, n: 1 }] },
    ],
  ],
  [
    'groups an aggregate by an embed (rest 6)',
    () => works('rooms(label),count()').eq('room_id', 2),
    [{ rooms: { label: 'Gallery' }, count: 2 }],
  ],
  [
    'names with spaces, quotes, Unicode and reserved words (rest 6)',
    () =>
      museum.client.from('odd, (table) "x"').select('"the key",select,"naïve →","quo\\"te",order').eq('"the key"', 1),
    [{ 'the key': 1, select: 'one', 'naïve →': 'ï', 'quo"te': 'q"q', order: 1 }],
  ],
  [
    'returns a domain in its own representation (rest 6)',
    () => museum.client.from('paints').select('*').eq('id', 1),
    [{ id: 1, name: 'red', shade: '#ff0000' }],
  ],
  [
    'parses a filter value by the domain (rest 6)',
    () => museum.client.from('paints').select('id').eq('shade', '#87CEEB'),
    ids(2),
  ],
  [
    'parses a list of filter values by the domain (rest 6)',
    () => museum.client.from('paints').select('id').in('shade', ['#ff0000', '#000000']),
    ids(1),
  ],
  [
    'returns the base type of a cast domain (rest 6)',
    () => museum.client.from('paints').select('shade::int').eq('id', 1),
    [{ shade: 16711680 }],
  ],
  ['leaves an unknown column to PostgreSQL (rest 6)', () => works('nope'), '42703'],
  ['eq (rest 7)', () => works().eq('title', 'Engines'), ids(1)],
  ['eq compares with the text "null" (rest 7)', () => works().eq('title', 'null'), ids(5)],
  ['neq omits nulls (rest 7)', () => works().neq('year', 1840).order('id'), ids(2, 4, 5, 6)],
  [
    'gt, gte, lt, lte (rest 7)',
    () => works().gt('price', 5).lte('price', 12.5).gte('id', 1).lt('id', 3).order('id'),
    ids(1, 2),
  ],
  ['like and ilike (rest 7)', () => works().like('title', 'E%').ilike('title', '%GIN%'), ids(1)],
  ['like accepts stars as wildcards (rest 7)', () => works().filter('title', 'like', 'W*roads'), ids(3)],
  [
    'likeAnyOf and ilikeAllOf (rest 7)',
    () => works().likeAnyOf('title', ['E%', 'W%']).ilikeAllOf('title', ['%r%', '%S']),
    ids(3),
  ],
  ['match and imatch (rest 7)', () => works().filter('title', 'match', '^N').filter('title', 'imatch', 'ENG'), ids(2)],
  ['is null, true, unknown (rest 7)', () => works().is('on_show', null), ids(3)],
  ['is true (rest 7)', () => works().is('on_show', true).order('id'), ids(1, 4, 6)],
  ['is not_null (rest 7)', () => works().filter('year', 'is', 'NOT_NULL').order('id').limit(1), ids(1)],
  ['isdistinct (rest 7)', () => works().filter('year', 'isdistinct', '1840').order('id'), ids(2, 3, 4, 5, 6)],
  ['in (rest 7)', () => works().in('id', [1, 3, 99]).order('id'), ids(1, 3)],
  [
    'in with commas and quotes (rest 7)',
    () => works().filter('title', 'in', '("Small, (odd) \\"title\\"",Engines)').order('id'),
    ids(1, 4),
  ],
  ['in with an empty list (rest 7)', () => works().in('id', []), []],
  ['not in with an empty list (rest 7)', () => works().not('id', 'in', '()').order('id').limit(2), ids(1, 2)],
  ['in on arrays (rest 7)', () => works().filter('tags', 'in', '("{math}","{}")').order('id'), ids(2, 3)],
  [
    'eq(any) and gt(all) (rest 7)',
    () => works().filter('id', 'eq(any)', '{1,2}').filter('id', 'gt(all)', '{0,1}'),
    ids(2),
  ],
  ['contains (rest 7)', () => works().contains('tags', ['math']).order('id'), ids(1, 2)],
  ['containedBy (rest 7)', () => works().containedBy('tags', ['math', 'x']).order('id'), ids(2, 3)],
  ['overlaps (rest 7)', () => works().overlaps('tags', ['history', 'ü']).order('id'), ids(1, 6)],
  ['contains JSON (rest 7)', () => works().contains('facts', { pages: 50 }), ids(2)],
  ['ranges (rest 7)', () => works().overlaps('shown', '[4,5)').order('id'), ids(1, 2, 5)],
  [
    'rangeGt, rangeLt (rest 7)',
    () => works().rangeGt('shown', '[0,2)').rangeLt('shown', '[20,21)').order('id'),
    ids(2, 6),
  ],
  [
    'rangeGte, rangeLte (rest 7)',
    () => works().rangeGte('shown', '[3,4)').rangeLte('shown', '[0,9)').order('id'),
    ids(2, 6),
  ],
  ['rangeAdjacent (rest 7)', () => works().rangeAdjacent('shown', '[9,10)'), ids(2)],
  ['full text search (rest 7)', () => works().textSearch('title', 'engine & note', { config: 'english' }), ids(2)],
  [
    'plain full text search (rest 7)',
    () => works().textSearch('words', 'engine', { type: 'plain', config: 'english' }).order('id'),
    ids(1, 2),
  ],
  [
    'phrase full text search (rest 7)',
    () => works().textSearch('title', 'winter road', { type: 'phrase', config: 'english' }),
    ids(3),
  ],
  [
    'web-style full text search (rest 7)',
    () => works().textSearch('title', 'engines -notes', { type: 'websearch', config: 'english' }),
    ids(1),
  ],
  ['not (rest 7)', () => works().not('price', 'gte', 8).order('id'), ids(4, 6)],
  ['or (rest 7)', () => works().or('id.eq.1,and(year.gt.1840,price.lt.6)').order('id'), ids(1, 4)],
  [
    'or with negations inside (rest 7)',
    () => works().or('id.not.gt.1,not.and(id.lt.6,id.gt.0)').order('id'),
    ids(1, 6),
  ],
  [
    'or with quotes and braces (rest 7)',
    () => works().or('title.eq."Small, (odd) \\"title\\"",tags.cs.{math,history}').order('id'),
    ids(1, 4),
  ],
  ['a JSON path filters (rest 7)', () => works().eq('facts->>pages', '100'), ids(1)],
  ['an invalid literal (rest 7)', () => works().eq('id', 'x'), '22P02'],
  ['an operator that the type does not support (rest 7)', () => works().filter('id', 'like', 'x'), '42883'],
  ['an unknown operator (rest 7)', () => works().filter('id', 'nope', 'x'), 'PGRST100'],
  ['an empty logic tree (rest 7)', () => works().or(''), 'PGRST100'],
  [
    'order (rest 8)',
    () => works().order('price', { ascending: false, nullsFirst: false }).order('id').limit(2),
    ids(3, 1),
  ],
  ['order with nulls first (rest 8)', () => works().order('year', { nullsFirst: true }).limit(1), ids(3)],
  [
    'order by a JSON path (rest 8)',
    () =>
      works()
        .order('facts->pages' as 'facts', { nullsFirst: false })
        .order('id')
        .limit(1)
        .lt('id', 3),
    ids(2),
  ],
  [
    'order by a to-one embed (rest 8)',
    () =>
      works('id,artists!works_artist_id_fkey(name)')
        .order('artists(name)', { ascending: false, nullsFirst: false })
        .order('id')
        .limit(1),
    [{ id: 5, artists: { name: 'Dara' } }],
  ],
  ['order by an embed that is not selected (rest 8)', () => works().order('artists(name)'), 'PGRST108'],
  ['order by a to-many embed (rest 8)', () => works('id,shows(name)').order('shows(name)'), 'PGRST118'],
  ['limit and range (rest 8)', () => works().order('id').range(1, 2), ids(2, 3)],
  ['a limit of zero (rest 8)', () => works().limit(0), []],
  ['a negative limit (rest 8)', () => works().limit(-1), 'PGRST103'],
  ['a page beyond the rows, without a count (rest 8)', () => works().range(50, 60), []],
  [
    'returns NaN and infinity as text (rest 18)',
    () => works('weight').in('id', [4, 5]).order('id'),
    [{ weight: 'NaN' }, { weight: '-Infinity' }],
  ],
  [
    'times, intervals and bytes (rest 18)',
    () => works('acquired,opens,lasting,blob').eq('id', 1),
    [{ acquired: '2024-03-01T10:00:00+00:00', opens: '09:30:00', lasting: '1 day 02:00:00', blob: '\\xdeadbeef' }],
  ],
])('%s', async (_name, sendRequest, expected) => expectData(museum.client, sendRequest, expected))

test('selects the schema by profile and rejects one that is not exposed (rest 2)', async () => {
  expect((await museum.createClient({ schema: 'archive' }).from('loans').select('lender').eq('id', 1)).data).toEqual([
    { lender: 'Louvre' },
  ])
  expect((await museum.client.schema('archive').from('loans').select('id')).data).toEqual(ids(1, 2))
  const { error, status } = await museum.createClient({ schema: 'secret' }).from('x').select()
  expect([status, error?.code, error?.message, error?.hint]).toEqual([
    406,
    'PGRST106',
    'Invalid schema: secret',
    'Only the following schemas are exposed: public, archive',
  ])
  const response = await museum.request('/loans?limit=1', { headers: { 'accept-profile': 'archive' } })
  expect(response.headers.get('content-profile')).toBe('archive')
})

test.each([
  ['/nope/', 'PGRST125', 404],
  ['/rpc/', 'PGRST125', 404],
  ['/a/b/c', 'PGRST125', 404],
  ['/visits_2024', 'PGRST205', 404],
  ['/work', 'PGRST205', 404],
  ['/vault', '42501', 401],
])('rejects GET %s with %s (rest 2)', async (path, code, status) => {
  const response = await museum.request(path)
  expect([response.status, await response.json()]).toMatchObject([status, { code }])
})

test('suggests a table with a similar name (rest 14.2)', async () => {
  const { error } = await museum.client.from('artist').select()
  expect(error).toMatchObject({
    code: 'PGRST205',
    message: "Could not find the table 'public.artist' in the schema cache",
    hint: "Perhaps you meant the table 'public.artists'",
  })
})

test('uses the first select and order, and the last limit (rest 5)', async () => {
  const response = await museum.request('/works?select=id&select=title&order=id.desc&order=id&limit=3&limit=1&nothing')
  expect(await response.json()).toEqual(ids(6))
})

test('casts to a type of two words (rest 6)', async () => {
  const response = await museum.request('/works?select=year::double precision&id=eq.1')
  expect(await response.json()).toEqual([{ year: 1840 }])
})

test('reports in PGRST100 what was read and where (rest 5)', async () => {
  const response = await museum.request('/works?select=id,(')
  expect(await response.json()).toMatchObject({
    code: 'PGRST100',
    message: '"failed to parse select parameter (id,()" (line 1, column 4)',
    hint: null,
  })
})

test('rejects aggregates unless they are enabled (rest 6)', async () => {
  const closed = await openMuseum({ aggregatesEnabled: false })
  expect((await closed.client.from('works').select('price.sum()')).error).toMatchObject({
    code: 'PGRST123',
    message: 'Use of aggregate functions is not allowed',
  })
  expect((await closed.client.from('rooms').select('id,works(count)').eq('id', 2)).data).toEqual([
    { id: 2, works: [{ count: 2 }] },
  ])
})
