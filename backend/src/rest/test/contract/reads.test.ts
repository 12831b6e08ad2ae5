import { expect, test } from 'vitest'
import { type Ask, expectData, openMuseum } from './museum.ts'

const museum = await openMuseum()
const ids = (...list: number[]) => list.map((id) => ({ id }))
const works = (select = 'id') => museum.client.from('works').select(select)

test.each<[string, Ask, unknown]>([
  ['6 a column is renamed', () => works('name:title').eq('id', 1), [{ name: 'Engines' }]],
  ['6 a column is cast', () => works('id::text,price::int').eq('id', 1), [{ id: '1', price: 13 }]],
  ['6 a cast of no known type is refused', () => works('id::nope'), '42704'],
  ['6 a cast of two words', () => works('year::"double precision"').eq('id', 1), 'PGRST100'],
  [
    '6 a JSON path names its key after its last name',
    () => works('facts->pages,facts->isbn->>ten,facts->list->0').eq('id', 1),
    [{ pages: 100, ten: 'x1', list: 1 }],
  ],
  ['6 a JSON path with an index from the end', () => works('last:facts->list->>-1').eq('id', 1), [{ last: '2' }]],
  [
    '6 a path into a composite',
    () => works('dimensions->width,h:dimensions->>height').eq('id', 1),
    [{ width: 10, h: '2.5' }],
  ],
  ['6 a path into an array', () => works('first:scores->0').eq('id', 1), [{ first: 1 }]],
  ['6 a computed column', () => works('caption').eq('id', 1), [{ caption: 'Engines (1840)' }]],
  ['6 a computed column is renamed and cast', () => works('c:caption::varchar').eq('id', 1), [{ c: 'Engines (1840)' }]],
  [
    '6 a computed column filters and sorts',
    () => works().like('caption', '%(1%').order('caption', { ascending: false }),
    ids(4, 2, 1),
  ],
  ['6 a computed column is no part of the star', () => works('*').eq('caption', 'nothing'), []],
  ['6 count, old style', () => museum.client.from('shows').select('count'), [{ count: 3 }]],
  ['6 count over nothing', () => works('count()').lt('id', 0), [{ count: 0 }]],
  [
    '6 aggregates with names, casts and groups',
    () => works('on_show,n:count(),price.sum(),mean:price.avg()::int').not('on_show', 'is', null).order('on_show'),
    [
      { on_show: false, n: 2, sum: 8, mean: 8 },
      { on_show: true, n: 3, sum: 17.5, mean: 6 },
    ],
  ],
  ['6 a cast before the aggregate', () => works('year::text.max()'), [{ max: '1900' }]],
  [
    '6 aggregates inside an embed',
    () => museum.client.from('rooms').select('id,works(price.sum(),n:count())').order('id'),
    [
      { id: 1, works: [{ sum: 12.5, n: 2 }] },
      { id: 2, works: [{ sum: 28, n: 2 }] },
      { id: 3, works: [{ sum: null, n: 1 }] },
    ],
  ],
  [
    '6 an embed beside an aggregate is grouped by',
    () => works('rooms(label),count()').eq('room_id', 2),
    [{ rooms: { label: 'Gallery' }, count: 2 }],
  ],
  [
    '6 names with spaces, quotes, Unicode and reserved words',
    () =>
      museum.client.from('odd, (table) "x"').select('"the key",select,"naïve →","quo\\"te",order').eq('"the key"', 1),
    [{ 'the key': 1, select: 'one', 'naïve →': 'ï', 'quo"te': 'q"q', order: 1 }],
  ],
  [
    '6 a domain shows itself',
    () => museum.client.from('paints').select('*').eq('id', 1),
    [{ id: 1, name: 'red', shade: '#ff0000' }],
  ],
  [
    '6 a domain reads what it is compared with',
    () => museum.client.from('paints').select('id').eq('shade', '#87CEEB'),
    ids(2),
  ],
  [
    '6 a domain reads a list',
    () => museum.client.from('paints').select('id').in('shade', ['#ff0000', '#000000']),
    ids(1),
  ],
  [
    '6 a domain that is cast shows its base',
    () => museum.client.from('paints').select('shade::int').eq('id', 1),
    [{ shade: 16711680 }],
  ],
  ['6 an unknown column is PostgreSQL’s business', () => works('nope'), '42703'],
  ['7 eq', () => works().eq('title', 'Engines'), ids(1)],
  ['7 eq compares with the text null', () => works().eq('title', 'null'), ids(5)],
  ['7 neq leaves nulls out', () => works().neq('year', 1840).order('id'), ids(2, 4, 5, 6)],
  [
    '7 gt, gte, lt, lte',
    () => works().gt('price', 5).lte('price', 12.5).gte('id', 1).lt('id', 3).order('id'),
    ids(1, 2),
  ],
  ['7 like and ilike', () => works().like('title', 'E%').ilike('title', '%GIN%'), ids(1)],
  ['7 stars are per cent signs', () => works().filter('title', 'like', 'W*roads'), ids(3)],
  [
    '7 likeAnyOf and ilikeAllOf',
    () => works().likeAnyOf('title', ['E%', 'W%']).ilikeAllOf('title', ['%r%', '%S']),
    ids(3),
  ],
  ['7 match and imatch', () => works().filter('title', 'match', '^N').filter('title', 'imatch', 'ENG'), ids(2)],
  ['7 is null, true, unknown', () => works().is('on_show', null), ids(3)],
  ['7 is true', () => works().is('on_show', true).order('id'), ids(1, 4, 6)],
  ['7 is not_null', () => works().filter('year', 'is', 'NOT_NULL').order('id').limit(1), ids(1)],
  ['7 isdistinct', () => works().filter('year', 'isdistinct', '1840').order('id'), ids(2, 3, 4, 5, 6)],
  ['7 in', () => works().in('id', [1, 3, 99]).order('id'), ids(1, 3)],
  [
    '7 in with commas and quotes',
    () => works().filter('title', 'in', '("Small, (odd) \\"title\\"",Engines)').order('id'),
    ids(1, 4),
  ],
  ['7 in of nothing', () => works().in('id', []), []],
  ['7 not in of nothing', () => works().not('id', 'in', '()').order('id').limit(2), ids(1, 2)],
  ['7 in on arrays', () => works().filter('tags', 'in', '("{math}","{}")').order('id'), ids(2, 3)],
  ['7 eq(any) and gt(all)', () => works().filter('id', 'eq(any)', '{1,2}').filter('id', 'gt(all)', '{0,1}'), ids(2)],
  ['7 contains', () => works().contains('tags', ['math']).order('id'), ids(1, 2)],
  ['7 containedBy', () => works().containedBy('tags', ['math', 'x']).order('id'), ids(2, 3)],
  ['7 overlaps', () => works().overlaps('tags', ['history', 'ü']).order('id'), ids(1, 6)],
  ['7 contains JSON', () => works().contains('facts', { pages: 50 }), ids(2)],
  ['7 ranges', () => works().overlaps('shown', '[4,5)').order('id'), ids(1, 2, 5)],
  ['7 rangeGt, rangeLt', () => works().rangeGt('shown', '[0,2)').rangeLt('shown', '[20,21)').order('id'), ids(2, 6)],
  ['7 rangeGte, rangeLte', () => works().rangeGte('shown', '[3,4)').rangeLte('shown', '[0,9)').order('id'), ids(2, 6)],
  ['7 rangeAdjacent', () => works().rangeAdjacent('shown', '[9,10)'), ids(2)],
  ['7 full text search', () => works().textSearch('title', 'engine & note', { config: 'english' }), ids(2)],
  [
    '7 full text search, plain',
    () => works().textSearch('words', 'engine', { type: 'plain', config: 'english' }).order('id'),
    ids(1, 2),
  ],
  [
    '7 full text search, phrase',
    () => works().textSearch('title', 'winter road', { type: 'phrase', config: 'english' }),
    ids(3),
  ],
  [
    '7 full text search, like the web',
    () => works().textSearch('title', 'engines -notes', { type: 'websearch', config: 'english' }),
    ids(1),
  ],
  ['7 not', () => works().not('price', 'gte', 8).order('id'), ids(4, 6)],
  ['7 or', () => works().or('id.eq.1,and(year.gt.1840,price.lt.6)').order('id'), ids(1, 4)],
  ['7 or with negations inside', () => works().or('id.not.gt.1,not.and(id.lt.6,id.gt.0)').order('id'), ids(1, 6)],
  [
    '7 or with quotes and braces',
    () => works().or('title.eq."Small, (odd) \\"title\\"",tags.cs.{math,history}').order('id'),
    ids(1, 4),
  ],
  ['7 a JSON path filters', () => works().eq('facts->>pages', '100'), ids(1)],
  ['7 a bad literal', () => works().eq('id', 'x'), '22P02'],
  ['7 an operator that the type does not have', () => works().filter('id', 'like', 'x'), '42883'],
  ['7 an operator that is none', () => works().filter('id', 'nope', 'x'), 'PGRST100'],
  ['7 an empty tree', () => works().or(''), 'PGRST100'],
  ['8 order', () => works().order('price', { ascending: false, nullsFirst: false }).order('id').limit(2), ids(3, 1)],
  ['8 order with nulls first', () => works().order('year', { nullsFirst: true }).limit(1), ids(3)],
  [
    '8 order by a JSON path',
    () =>
      works()
        .order('facts->pages' as 'facts', { nullsFirst: false })
        .order('id')
        .limit(1)
        .lt('id', 3),
    ids(2),
  ],
  [
    '8 order by a to-one embed',
    () =>
      works('id,artists!works_artist_id_fkey(name)')
        .order('artists(name)', { ascending: false, nullsFirst: false })
        .order('id')
        .limit(1),
    [{ id: 5, artists: { name: 'Dara' } }],
  ],
  ['8 order by an embed that is not selected', () => works().order('artists(name)'), 'PGRST108'],
  ['8 order by a to-many embed', () => works('id,shows(name)').order('shows(name)'), 'PGRST118'],
  ['8 limit and range', () => works().order('id').range(1, 2), ids(2, 3)],
  ['8 limit of nothing', () => works().limit(0), []],
  ['8 a negative limit', () => works().limit(-1), 'PGRST103'],
  ['8 a page beyond the rows, not counted', () => works().range(50, 60), []],
  [
    '18 not a number and infinity are texts',
    () => works('weight').in('id', [4, 5]).order('id'),
    [{ weight: 'NaN' }, { weight: '-Infinity' }],
  ],
  [
    '18 times, intervals and bytes',
    () => works('acquired,opens,lasting,blob').eq('id', 1),
    [{ acquired: '2024-03-01T10:00:00+00:00', opens: '09:30:00', lasting: '1 day 02:00:00', blob: '\\xdeadbeef' }],
  ],
])('%s', async (_name, ask, expected) => expectData(museum.client, ask, expected))

test('2 schemas are chosen by profile, and a schema that is not exposed is refused', async () => {
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
])('2 GET %s is refused with %s', async (path, code, status) => {
  const response = await museum.request(path)
  expect([response.status, await response.json()]).toMatchObject([status, { code }])
})

test('14.2 a table that is nearly named so is offered', async () => {
  const { error } = await museum.client.from('artist').select()
  expect(error).toMatchObject({
    code: 'PGRST205',
    message: "Could not find the table 'public.artist' in the schema cache",
    hint: "Perhaps you meant the table 'public.artists'",
  })
})

test('5 the first select and order count, the last limit', async () => {
  const response = await museum.request('/works?select=id&select=title&order=id.desc&order=id&limit=3&limit=1&nothing')
  expect(await response.json()).toEqual(ids(6))
})

test('6 a cast of two words', async () => {
  const response = await museum.request('/works?select=year::double precision&id=eq.1')
  expect(await response.json()).toEqual([{ year: 1840 }])
})

test('5 PGRST100 tells what was read and where', async () => {
  const response = await museum.request('/works?select=id,(')
  expect(await response.json()).toMatchObject({
    code: 'PGRST100',
    message: '"failed to parse select parameter (id,()" (line 1, column 4)',
    hint: null,
  })
})

test('6 aggregates have to be switched on', async () => {
  const closed = await openMuseum({ aggregatesEnabled: false })
  expect((await closed.client.from('works').select('price.sum()')).error).toMatchObject({
    code: 'PGRST123',
    message: 'Use of aggregate functions is not allowed',
  })
  expect((await closed.client.from('rooms').select('id,works(count)').eq('id', 2)).data).toEqual([
    { id: 2, works: [{ count: 2 }] },
  ])
})
