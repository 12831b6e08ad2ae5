import { expect, test } from 'vitest'
import { type Ask, expectData, openMuseum } from './museum.ts'

const museum = await openMuseum()
const ids = (...list: number[]) => list.map((id) => ({ id }))
const works = (select = 'id') => museum.client.from('works').select(select)

test.each<[string, Ask, unknown]>([
  ['renames a column (rest 6)', () => works('name:title').eq('id', 1), [{ name: 'Engines' }]],
  ['casts a column (rest 6)', () => works('id::text,price::int').eq('id', 1), [{ id: '1', price: 13 }]],
  ['rejects a cast to an unknown type (rest 6)', () => works('id::nope'), '42704'],
  [
    'rejects a cast to a quoted type of two words (rest 6)',
    () => works('year::"double precision"').eq('id', 1),
    'PGRST100',
  ],
  [
    'names the result of a JSON path after its last key (rest 6)',
    () => works('facts->pages,facts->isbn->>ten,facts->list->0').eq('id', 1),
    [{ pages: 100, ten: 'x1', list: 1 }],
  ],
  [
    'reads a JSON path with an index from the end (rest 6)',
    () => works('last:facts->list->>-1').eq('id', 1),
    [{ last: '2' }],
  ],
  [
    'reads a path into a composite (rest 6)',
    () => works('dimensions->width,h:dimensions->>height').eq('id', 1),
    [{ width: 10, h: '2.5' }],
  ],
  ['reads a path into an array (rest 6)', () => works('first:scores->0').eq('id', 1), [{ first: 1 }]],
  ['reads a computed column (rest 6)', () => works('caption').eq('id', 1), [{ caption: 'Engines (1840)' }]],
  [
    'renames and casts a computed column (rest 6)',
    () => works('c:caption::varchar').eq('id', 1),
    [{ c: 'Engines (1840)' }],
  ],
  [
    'filters and sorts by a computed column (rest 6)',
    () => works().like('caption', '%(1%').order('caption', { ascending: false }),
    ids(4, 2, 1),
  ],
  ['leaves computed columns out of the star (rest 6)', () => works('*').eq('caption', 'nothing'), []],
  ['counts in the older syntax (rest 6)', () => museum.client.from('shows').select('count'), [{ count: 3 }]],
  ['counts no rows as 0 (rest 6)', () => works('count()').lt('id', 0), [{ count: 0 }]],
  [
    'names, casts and groups aggregates (rest 6)',
    () => works('on_show,n:count(),price.sum(),mean:price.avg()::int').not('on_show', 'is', null).order('on_show'),
    [
      { on_show: false, n: 2, sum: 8, mean: 8 },
      { on_show: true, n: 3, sum: 17.5, mean: 6 },
    ],
  ],
  ['casts before aggregating (rest 6)', () => works('year::text.max()'), [{ max: '1900' }]],
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
    'reads names with spaces, quotes, Unicode and reserved words (rest 6)',
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
  ['filters by eq (rest 7)', () => works().eq('title', 'Engines'), ids(1)],
  ['compares eq.null with the text "null" (rest 7)', () => works().eq('title', 'null'), ids(5)],
  ['omits nulls for neq (rest 7)', () => works().neq('year', 1840).order('id'), ids(2, 4, 5, 6)],
  [
    'filters by gt, gte, lt and lte (rest 7)',
    () => works().gt('price', 5).lte('price', 12.5).gte('id', 1).lt('id', 3).order('id'),
    ids(1, 2),
  ],
  ['filters by like and ilike (rest 7)', () => works().like('title', 'E%').ilike('title', '%GIN%'), ids(1)],
  ['accepts stars as wildcards of like (rest 7)', () => works().filter('title', 'like', 'W*roads'), ids(3)],
  [
    'filters by likeAnyOf and ilikeAllOf (rest 7)',
    () => works().likeAnyOf('title', ['E%', 'W%']).ilikeAllOf('title', ['%r%', '%S']),
    ids(3),
  ],
  [
    'filters by match and imatch (rest 7)',
    () => works().filter('title', 'match', '^N').filter('title', 'imatch', 'ENG'),
    ids(2),
  ],
  ['filters by is.null (rest 7)', () => works().is('on_show', null), ids(3)],
  ['filters by is.true (rest 7)', () => works().is('on_show', true).order('id'), ids(1, 4, 6)],
  ['filters by is.not_null (rest 7)', () => works().filter('year', 'is', 'NOT_NULL').order('id').limit(1), ids(1)],
  [
    'filters by isdistinct (rest 7)',
    () => works().filter('year', 'isdistinct', '1840').order('id'),
    ids(2, 3, 4, 5, 6),
  ],
  ['filters by in (rest 7)', () => works().in('id', [1, 3, 99]).order('id'), ids(1, 3)],
  [
    'filters by in with commas and quotes (rest 7)',
    () => works().filter('title', 'in', '("Small, (odd) \\"title\\"",Engines)').order('id'),
    ids(1, 4),
  ],
  ['returns no rows for in with an empty list (rest 7)', () => works().in('id', []), []],
  [
    'returns all rows for not.in with an empty list (rest 7)',
    () => works().not('id', 'in', '()').order('id').limit(2),
    ids(1, 2),
  ],
  ['filters arrays by in (rest 7)', () => works().filter('tags', 'in', '("{math}","{}")').order('id'), ids(2, 3)],
  [
    'filters by eq(any) and gt(all) (rest 7)',
    () => works().filter('id', 'eq(any)', '{1,2}').filter('id', 'gt(all)', '{0,1}'),
    ids(2),
  ],
  ['filters arrays by contains (rest 7)', () => works().contains('tags', ['math']).order('id'), ids(1, 2)],
  ['filters arrays by containedBy (rest 7)', () => works().containedBy('tags', ['math', 'x']).order('id'), ids(2, 3)],
  ['filters arrays by overlaps (rest 7)', () => works().overlaps('tags', ['history', 'ü']).order('id'), ids(1, 6)],
  ['filters JSON by contains (rest 7)', () => works().contains('facts', { pages: 50 }), ids(2)],
  ['filters ranges by overlaps (rest 7)', () => works().overlaps('shown', '[4,5)').order('id'), ids(1, 2, 5)],
  [
    'filters by rangeGt and rangeLt (rest 7)',
    () => works().rangeGt('shown', '[0,2)').rangeLt('shown', '[20,21)').order('id'),
    ids(2, 6),
  ],
  [
    'filters by rangeGte and rangeLte (rest 7)',
    () => works().rangeGte('shown', '[3,4)').rangeLte('shown', '[0,9)').order('id'),
    ids(2, 6),
  ],
  ['filters by rangeAdjacent (rest 7)', () => works().rangeAdjacent('shown', '[9,10)'), ids(2)],
  ['searches text (rest 7)', () => works().textSearch('title', 'engine & note', { config: 'english' }), ids(2)],
  [
    'searches plain text (rest 7)',
    () => works().textSearch('words', 'engine', { type: 'plain', config: 'english' }).order('id'),
    ids(1, 2),
  ],
  [
    'searches a phrase (rest 7)',
    () => works().textSearch('title', 'winter road', { type: 'phrase', config: 'english' }),
    ids(3),
  ],
  [
    'searches in the syntax of web searches (rest 7)',
    () => works().textSearch('title', 'engines -notes', { type: 'websearch', config: 'english' }),
    ids(1),
  ],
  ['negates a filter (rest 7)', () => works().not('price', 'gte', 8).order('id'), ids(4, 6)],
  ['combines filters by or (rest 7)', () => works().or('id.eq.1,and(year.gt.1840,price.lt.6)').order('id'), ids(1, 4)],
  [
    'negates filters inside or (rest 7)',
    () => works().or('id.not.gt.1,not.and(id.lt.6,id.gt.0)').order('id'),
    ids(1, 6),
  ],
  [
    'accepts quotes and braces inside or (rest 7)',
    () => works().or('title.eq."Small, (odd) \\"title\\"",tags.cs.{math,history}').order('id'),
    ids(1, 4),
  ],
  ['filters by a JSON path (rest 7)', () => works().eq('facts->>pages', '100'), ids(1)],
  ['rejects an invalid literal (rest 7)', () => works().eq('id', 'x'), '22P02'],
  ['rejects an operator that the type does not support (rest 7)', () => works().filter('id', 'like', 'x'), '42883'],
  ['rejects an unknown operator (rest 7)', () => works().filter('id', 'nope', 'x'), 'PGRST100'],
  ['rejects an empty logic tree (rest 7)', () => works().or(''), 'PGRST100'],
  [
    'sorts by columns (rest 8)',
    () => works().order('price', { ascending: false, nullsFirst: false }).order('id').limit(2),
    ids(3, 1),
  ],
  ['sorts nulls first (rest 8)', () => works().order('year', { nullsFirst: true }).limit(1), ids(3)],
  [
    'sorts by a JSON path (rest 8)',
    () =>
      works()
        .order('facts->pages' as 'facts', { nullsFirst: false })
        .order('id')
        .limit(1)
        .lt('id', 3),
    ids(2),
  ],
  [
    'sorts by a to-one embed (rest 8)',
    () =>
      works('id,artists!works_artist_id_fkey(name)')
        .order('artists(name)', { ascending: false, nullsFirst: false })
        .order('id')
        .limit(1),
    [{ id: 5, artists: { name: 'Dara' } }],
  ],
  ['rejects sorting by an embed that is not selected (rest 8)', () => works().order('artists(name)'), 'PGRST108'],
  ['rejects sorting by a to-many embed (rest 8)', () => works('id,shows(name)').order('shows(name)'), 'PGRST118'],
  ['returns a range of rows (rest 8)', () => works().order('id').range(1, 2), ids(2, 3)],
  ['returns no rows for a limit of zero (rest 8)', () => works().limit(0), []],
  ['rejects a negative limit (rest 8)', () => works().limit(-1), 'PGRST103'],
  ['returns no rows beyond the last, without a count (rest 8)', () => works().range(50, 60), []],
  [
    'returns NaN and infinity as text (rest 18)',
    () => works('weight').in('id', [4, 5]).order('id'),
    [{ weight: 'NaN' }, { weight: '-Infinity' }],
  ],
  [
    'returns times, intervals and bytes as text (rest 18)',
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

test('casts to a type with a two-word name (rest 6)', async () => {
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
