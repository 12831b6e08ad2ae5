import { expect, test } from 'vitest'
import { type Answer, type Ask, expectData, maxAffected, openMuseum } from './museum.ts'

const museum = await openMuseum()
const { client } = museum

test.each<[string, Ask, unknown]>([
  ['12 a scalar', () => client.rpc('add_numbers', { a: 1, b: 2 }), 3],
  ['12 a default', () => client.rpc('add_numbers', { a: 1 }), 11],
  ['12 by GET', () => client.rpc('add_numbers', { a: 1, b: 2 }, { get: true }), 3],
  [
    '12 a set of rows, selected, filtered and paged',
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
    '12 a set of rows by GET',
    () => client.rpc('list_works', { min_price: 8 }, { get: true }).select('id').order('id'),
    [{ id: 1 }, { id: 2 }, { id: 3 }],
  ],
  [
    '12 embeds in the rows',
    () => client.rpc('list_works').select('id,rooms(label),shows(name)').eq('id', 6),
    [{ id: 6, rooms: { label: 'Hall' }, shows: [{ name: 'Winter' }] }],
  ],
  [
    '12 a filter on a column that is not selected',
    () => client.rpc('list_works').select('title').eq('year', 1840),
    [{ title: 'Engines' }],
  ],
  [
    '12 computed columns in the rows',
    () => client.rpc('list_works').select('caption').eq('id', 1),
    [{ caption: 'Engines (1840)' }],
  ],
  [
    '12 computed columns filter the rows',
    () => client.rpc('list_works').select('id').like('caption', 'E%'),
    [{ id: 1 }],
  ],
  [
    '12 computed relationships of the rows',
    () => client.rpc('list_works').select('id,neighbour(id)').eq('id', 1),
    [{ id: 1, neighbour: { id: 6 } }],
  ],
  ['12 aggregates of the rows', () => client.rpc('list_works').select('count(),price.max()'), [{ count: 5, max: 20 }]],
  ['12 a table', () => client.rpc('work_table').select('headline').eq('work_id', 3), [{ headline: 'Winter roads' }]],
  ['12 one row', () => client.rpc('one_artist', { wanted: 1 }).select('name'), { name: 'Ada' }],
  ['12 one row that is null', () => client.rpc('one_artist', { wanted: 99 }).select('name'), { name: null }],
  ['12 one out parameter', () => client.rpc('doubled', { x: 4 }), { result: 8 }],
  ['12 in and out parameters', () => client.rpc('divided', { x: 7, y: 2 }), { y: 3, rest: 1 }],
  ['12 a set of scalars', () => client.rpc('list_numbers', { many: 3 }), [1, 2, 3]],
  [
    '12 a set of scalars is filtered, sorted and paged',
    () =>
      client
        .rpc('list_numbers', { many: 9 })
        .gt('list_numbers', 2)
        .order('list_numbers', { ascending: false })
        .range(1, 2),
    [8, 7],
  ],
  ['12 a set of scalars has no other column', () => client.rpc('list_numbers', { many: 3 }).gt('nope', 2), '42703'],
  ['12 a record', () => client.rpc('loose_record'), '42601'],
  ['12 JSON as it is', () => client.rpc('echo_json', { a: [1, { b: null }] }), { a: [1, { b: null }] }],
  ['12 variadic', () => client.rpc('sum_all', { items: [1, 2, 3] }), 6],
  ['12 nothing', () => client.rpc('nothing'), null],
  ['12 a composite argument', () => client.rpc('by_size', { dimensions: { width: 4, height: 1 } }), 4],
  ['12 an array argument', () => client.rpc('by_tags', { tags: ['a', 'b,c'] }), 2],
  ['12 an array argument by GET', () => client.rpc('by_tags', { tags: ['a', 'b'] }, { get: true }), 2],
  ['12 a name with spaces', () => client.rpc('strange name ö', { 'the arg': 'x' }), 'x'],
  ['12 overloads that both fit', () => client.rpc('twice', { a: 1 }), 'PGRST203'],
  ['12 no such function', () => client.rpc('add_number', { a: 1 }), 'PGRST202'],
  ['12 no such argument', () => client.rpc('add_numbers', { c: 1 }), 'PGRST202'],
  ['12 a write by GET', () => client.rpc('write_room', { label: 'x' }, { get: true }), '25006'],
  ['12 an argument of another type', () => client.rpc('add_numbers', { a: 'x' }), '22P02'],
  ['12 single', () => client.rpc('list_works').select('id').eq('id', 1).single(), { id: 1 }],
  ['12 single of many', () => client.rpc('list_works').select('id').single(), 'PGRST116'],
  ['12 single of a scalar', () => client.rpc('add_numbers', { a: 1 }).single(), 11],
  ['12 max-affected on what is no set', () => maxAffected(client.rpc('add_numbers', { a: 1 }), 1), 'PGRST128'],
  ['12 max-affected', () => maxAffected(client.rpc('list_works'), 1), 'PGRST124'],
])('%s', async (_name, ask, expected) => expectData(client, ask, expected))

test('12 counts and pages of rows', async () => {
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

test('12 PGRST202 and 203 in full', async () => {
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

const post = (name: string, body: BodyInit, type: string, headers: Record<string, string> = {}) =>
  museum.request(`/rpc/${name}`, { method: 'POST', body, headers: { 'content-type': type, ...headers } })

test.each([
  ['text', 'echo_text', 'a\nb ü', 'text/plain', '"a\\nb ü"'],
  ['a form', 'add_numbers', 'a=1&b=5', 'application/x-www-form-urlencoded', '6'],
  ['CSV', 'add_numbers', 'a,b\n1,6', 'text/csv', '7'],
  ['an array, of which the first counts', 'add_numbers', '[{"a":1,"b":7},{"a":2}]', 'application/json', '8'],
  ['a number of many digits', 'big', '{"n":9007199254740993}', 'application/json', '9007199254740993'],
  ['a number of many digits in an array', 'big', '[{"n":9007199254740993}]', 'application/json', '9007199254740993'],
])('12 a body of %s', async (_name, routine, body, type, expected) => {
  const response = await post(routine, body, type)
  expect(await response.text()).toBe(expected)
})

test.each([
  ['/rpc/add_numbers?a=1&a=2', '12'],
  ['/rpc/sum_all?items=1&items=2', '3'],
  ['/rpc/sum_all?items={4,5}', '9'],
  ['/rpc/list_numbers?many=9&list_numbers=lt.3', '[1, 2]'],
  ['/rpc/list_works?min_price=8&price=lt.10&select=id', '[{"id":2}]'],
])('12 GET %s', async (path, expected) => {
  expect(await (await museum.request(path)).text()).toBe(expected)
})

test('12 a body of bytes', async () => {
  const bytes = Uint8Array.from([0, 255, 92, 195, 40, 34])
  const response = await post('echo_bytes', bytes, 'application/octet-stream')
  expect(await response.json()).toBe('00ff5cc32822')
})

test('12 statuses and headers of calls', async () => {
  const nothing = await post('nothing', '', 'application/json')
  expect([nothing.status, nothing.headers.get('content-type'), await nothing.text()]).toEqual([204, null, ''])
  const scalar = await post('add_numbers', '{"a":1}', 'application/json', { prefer: 'count=exact' })
  expect([scalar.status, scalar.headers.get('content-range')]).toEqual([200, '0-0/1'])
  expect((await museum.request('/rpc/add_numbers', { method: 'DELETE' })).status).toBe(405)
})

test('1 what a function reads of its request', async () => {
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
