import { expect, test } from 'vitest'
import { type Answer, type Ask, expectData, maxAffected, openMuseum } from './museum.ts'

const museum = await openMuseum()
const { client } = museum

test.each<[string, Ask, unknown]>([
  ['returns a scalar (rest 12)', () => client.rpc('add_numbers', { a: 1, b: 2 }), 3],
  ['uses the default of an omitted argument (rest 12)', () => client.rpc('add_numbers', { a: 1 }), 11],
  ['calls by GET (rest 12)', () => client.rpc('add_numbers', { a: 1, b: 2 }, { get: true }), 3],
  [
    'selects, filters and pages a set of rows (rest 12)',
    () =>
      client
        .rpc('list_works', { min_price: 8 })
        .select('id,title')
        .gt('id', 1)
        .order('id', { ascending: false })
        .limit(1),
    [{ id: 3, title: 'Winter roads' }],
  ],
  [
    'returns a set of rows by GET (rest 12)',
    () => client.rpc('list_works', { min_price: 8 }, { get: true }).select('id').order('id'),
    [{ id: 1 }, { id: 2 }, { id: 3 }],
  ],
  [
    'embeds into the rows (rest 12)',
    () => client.rpc('list_works').select('id,rooms(label),shows(name)').eq('id', 6),
    [{ id: 6, rooms: { label: 'Hall' }, shows: [{ name: 'Winter' }] }],
  ],
  [
    'filters by a column that is not selected (rest 12)',
    () => client.rpc('list_works').select('title').eq('year', 1840),
    [{ title: 'Engines' }],
  ],
  [
    'returns computed columns of the rows (rest 12)',
    () => client.rpc('list_works').select('caption').eq('id', 1),
    [{ caption: 'Engines (1840)' }],
  ],
  [
    'filters the rows by computed columns (rest 12)',
    () => client.rpc('list_works').select('id').like('caption', 'E%'),
    [{ id: 1 }],
  ],
  [
    'embeds computed relationships of the rows (rest 12)',
    () => client.rpc('list_works').select('id,neighbour(id)').eq('id', 1),
    [{ id: 1, neighbour: { id: 6 } }],
  ],
  [
    'aggregates the rows (rest 12)',
    () => client.rpc('list_works').select('count(),price.max()'),
    [{ count: 5, max: 20 }],
  ],
  [
    'returns a table (rest 12)',
    () => client.rpc('work_table').select('headline').eq('work_id', 3),
    [{ headline: 'Winter roads' }],
  ],
  [
    'returns one row as an object (rest 12)',
    () => client.rpc('one_artist', { wanted: 1 }).select('name'),
    { name: 'Ada' },
  ],
  [
    'returns an object of nulls for a null row (rest 12)',
    () => client.rpc('one_artist', { wanted: 99 }).select('name'),
    { name: null },
  ],
  ['returns one OUT parameter as an object (rest 12)', () => client.rpc('doubled', { x: 4 }), { result: 8 }],
  ['returns INOUT and OUT parameters (rest 12)', () => client.rpc('divided', { x: 7, y: 2 }), { y: 3, rest: 1 }],
  ['returns a set of scalars (rest 12)', () => client.rpc('list_numbers', { many: 3 }), [1, 2, 3]],
  [
    'filters, sorts and pages a set of scalars (rest 12)',
    () =>
      client
        .rpc('list_numbers', { many: 9 })
        .gt('list_numbers', 2)
        .order('list_numbers', { ascending: false })
        .range(1, 2),
    [8, 7],
  ],
  [
    'rejects a filter on another column of a set of scalars (rest 12)',
    () => client.rpc('list_numbers', { many: 3 }).gt('nope', 2),
    '42703',
  ],
  ['returns a record without column types (rest 12)', () => client.rpc('loose_record'), { id: 1, label: 'x' }],
  [
    'returns and pages a set of records without column types (rest 12)',
    () => client.rpc('loose_records').range(1, 1),
    [{ id: 2, label: 'x' }],
  ],
  ['rejects a filter on a column without a type (rest 12)', () => client.rpc('loose_records').gt('id', 1), '42703'],
  ['returns JSON unchanged (rest 12)', () => client.rpc('echo_json', { a: [1, { b: null }] }), { a: [1, { b: null }] }],
  ['passes a list as variadic arguments (rest 12)', () => client.rpc('sum_all', { items: [1, 2, 3] }), 6],
  ['returns null for void (rest 12)', () => client.rpc('nothing'), null],
  ['accepts a composite argument (rest 12)', () => client.rpc('by_size', { dimensions: { width: 4, height: 1 } }), 4],
  ['accepts an array argument (rest 12)', () => client.rpc('by_tags', { tags: ['a', 'b,c'] }), 2],
  ['accepts an array argument by GET (rest 12)', () => client.rpc('by_tags', { tags: ['a', 'b'] }, { get: true }), 2],
  [
    'accepts arrays of types with a fixed length (rest 12)',
    () => client.rpc('describe_fixed', { codes: ['FLR', 'PSA'], flags: ['01', '10'] }),
    '{FLR,PSA} {01,10}',
  ],
  [
    'accepts arrays of types with a fixed length by GET (rest 12)',
    () => client.rpc('describe_fixed', { codes: ['FLR'], flags: ['01'] }, { get: true }),
    '{FLR} {01}',
  ],
  ['calls a function whose name has spaces (rest 12)', () => client.rpc('strange name ö', { 'the arg': 'x' }), 'x'],
  ['rejects a call that fits two overloads (rest 12)', () => client.rpc('twice', { a: 1 }), 'PGRST203'],
  ['rejects an unknown function (rest 12)', () => client.rpc('add_number', { a: 1 }), 'PGRST202'],
  ['rejects an unknown argument (rest 12)', () => client.rpc('add_numbers', { c: 1 }), 'PGRST202'],
  ['rejects a write by GET (rest 12)', () => client.rpc('write_room', { label: 'x' }, { get: true }), '25006'],
  ['rejects an argument of another type (rest 12)', () => client.rpc('add_numbers', { a: 'x' }), '22P02'],
  ['returns a single row (rest 12)', () => client.rpc('list_works').select('id').eq('id', 1).single(), { id: 1 }],
  ['rejects single for several rows (rest 12)', () => client.rpc('list_works').select('id').single(), 'PGRST116'],
  ['returns a scalar for single (rest 12)', () => client.rpc('add_numbers', { a: 1 }).single(), 11],
  [
    'rejects max-affected for a function that returns no set (rest 12)',
    () => maxAffected(client.rpc('add_numbers', { a: 1 }), 1),
    'PGRST128',
  ],
  ['rejects more rows than max-affected (rest 12)', () => maxAffected(client.rpc('list_works'), 1), 'PGRST124'],
])('%s', async (_name, sendRequest, expected) => expectData(client, sendRequest, expected))

test('counts and pages the rows of a call (rest 12)', async () => {
  const { count, data, status } = (await client
    .rpc('list_works', {}, { count: 'exact' })
    .select('id')
    .order('id')
    .range(1, 2)) as Answer
  expect([count, data, status]).toEqual([5, [{ id: 2 }, { id: 3 }], 206])
  const head = (await client.rpc('list_works', {}, { head: true, count: 'exact' })) as Answer
  expect([head.count, head.data]).toEqual([5, null])
  const numbers = (await client.rpc('list_numbers', { many: 7 }, { count: 'exact' }).limit(2)) as Answer
  expect([numbers.count, numbers.data]).toEqual([7, [1, 2]])
})

test('returns PGRST202 and PGRST203 with message, details and hint (rest 12)', async () => {
  const near = (await client.rpc('add_number', { b: 1, a: 1 })) as Answer
  expect(near.error).toEqual({
    code: 'PGRST202',
    message: 'Could not find the function public.add_number(a, b) in the schema cache',
    details:
      'Searched for the function public.add_number with parameters a, b or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
    hint: 'Perhaps you meant to call the function public.add_numbers',
  })
  const other = (await client.rpc('add_numbers', { c: 1 }, { get: true })) as Answer
  expect(other.error).toEqual({
    code: 'PGRST202',
    message: 'Could not find the function public.add_numbers(c) in the schema cache',
    details:
      'Searched for the function public.add_numbers with parameter c, but no matches were found in the schema cache.',
    hint: 'Perhaps you meant to call the function public.add_numbers(a, b)',
  })
  const none = (await client.rpc('add_numbers')) as Answer
  expect(none.error?.message).toBe(
    'Could not find the function public.add_numbers without parameters in the schema cache',
  )
  const both = (await client.rpc('twice', { a: 1 })) as Answer
  expect([both.status, both.error]).toEqual([
    300,
    {
      code: 'PGRST203',
      message:
        'Could not choose the best candidate function between: public.twice(a => integer), public.twice(a => text)',
      details: null,
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  ])
})

test('names the relation in errors about columns of the rows of a call (rest 14)', async () => {
  const unknown = (await client.rpc('list_works', {}, { get: true }).gt('min_cost', 5)) as Answer
  expect(unknown.error).toMatchObject({ code: '42703', message: 'column works.min_cost does not exist' })
})

const post = (name: string, body: BodyInit, type: string, headers: Record<string, string> = {}) =>
  museum.request(`/rpc/${name}`, { method: 'POST', body, headers: { 'content-type': type, ...headers } })

test.each([
  ['text', 'echo_text', 'a\nb ü', 'text/plain', '"a\\nb ü"'],
  ['a form', 'add_numbers', 'a=1&b=5', 'application/x-www-form-urlencoded', '6'],
  ['CSV', 'add_numbers', 'a,b\n1,6', 'text/csv', '7'],
  ['an array, of which the first counts', 'add_numbers', '[{"a":1,"b":7},{"a":2}]', 'application/json', '8'],
  ['a number of many digits', 'big', '{"n":9007199254740993}', 'application/json', '9007199254740993'],
  ['a number of many digits in an array', 'big', '[{"n":9007199254740993}]', 'application/json', '9007199254740993'],
])('accepts a body of %s (rest 12)', async (_name, routine, body, type, expected) => {
  const response = await post(routine, body, type)
  expect(await response.text()).toBe(expected)
})

test.each([
  ['/rpc/add_numbers?a=1&a=2', '12'],
  ['/rpc/sum_all?items=1&items=2', '3'],
  ['/rpc/sum_all?items={4,5}', '9'],
  ['/rpc/list_numbers?many=9&list_numbers=lt.3', '[1, 2]'],
  ['/rpc/list_works?min_price=8&price=lt.10&select=id', '[{"id":2}]'],
])('responds to GET %s (rest 12)', async (path, expected) => {
  expect(await (await museum.request(path)).text()).toBe(expected)
})

test('accepts a body of bytes (rest 12)', async () => {
  const bytes = Uint8Array.from([0, 255, 92, 195, 40, 34])
  const response = await post('echo_bytes', bytes, 'application/octet-stream')
  expect(await response.json()).toBe('00ff5cc32822')
})

test('sends statuses and headers of calls (rest 12)', async () => {
  const nothing = await post('nothing', '', 'application/json')
  expect([nothing.status, nothing.headers.get('content-type'), await nothing.text()]).toEqual([204, null, ''])
  const scalar = await post('add_numbers', '{"a":1}', 'application/json', { prefer: 'count=exact' })
  expect([scalar.status, scalar.headers.get('content-range')]).toEqual([200, '0-0/1'])
  expect((await museum.request('/rpc/add_numbers', { method: 'DELETE' })).status).toBe(405)
})

test('passes the request to functions in settings (rest 4)', async () => {
  const tell = async (name: string, init: RequestInit = {}) =>
    (await (await museum.request(`/rpc/tell?name=${name}`, init)).json()) as string
  expect(await tell('request.method')).toBe('GET')
  expect(await tell('request.path')).toBe('/rpc/tell')
  expect(JSON.parse(await tell('request.jwt.claims'))).toEqual({ role: 'anon' })
  expect(JSON.parse(await tell('request.headers', { headers: { 'X-Any': 'thing', cookie: 'a=b' } }))).toMatchObject({
    'x-any': 'thing',
  })
  expect(JSON.parse(await tell('request.headers', { headers: { cookie: 'a=b' } }))).not.toHaveProperty('cookie')
  expect(JSON.parse(await tell('request.cookies', { headers: { cookie: 'a=b; c=d=e' } }))).toEqual({ a: 'b', c: 'd=e' })
  expect(await tell('search_path')).toBe('"public", "extensions"')
  expect(await tell('role')).toBe('anon')
  expect(await tell('timezone', { headers: { prefer: 'timezone=Asia/Tokyo' } })).toBe('Asia/Tokyo')
  expect(await tell('transaction_read_only')).toBe('on')
  expect(await tell('statement_timeout')).toBe('3s')
})
