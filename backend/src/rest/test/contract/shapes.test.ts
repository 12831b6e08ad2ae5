import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Answer, type Ask, expectData, openMuseum } from './museum.ts'

const museum = await openMuseum()
const owner = museum.database.connect('owner', { max: 1 })
await owner.unsafe(await readFile(join(import.meta.dirname, '../shapes-schema.sql'), 'utf8'))
await museum.service.reload()
const from = (table: string, select: string) => museum.client.from(table).select(select)
const { client } = museum

test.each<[string, Ask, unknown]>([
  [
    'reads a computed column of an extension’s schema (rest 6)',
    () => from('people', 'shout').eq('id', 1),
    [{ shout: 'ADA' }],
  ],
  [
    'expands a star beside an aggregate to all columns (rest 6)',
    () => from('shows', '*,count()').eq('id', 1),
    [{ id: 1, name: 'Opening', count: 1 }],
  ],
  [
    'computes every aggregate (rest 6)',
    () => from('works', 'price.sum(),price.avg(),price.min(),price.max(),price.count()').lt('id', 3),
    [{ sum: 20.5, avg: 10.25, min: 8, max: 12.5, count: 2 }],
  ],
  ['names and casts a count (rest 6)', () => from('works', 'n:count()::text'), [{ n: '6' }]],
  ['renames a count in the older syntax (rest 6)', () => from('shows', 'n:count'), [{ n: 3 }]],
  [
    'orders keys as selected, with embeds last (rest 6)',
    async () => ({
      error: null,
      data: Object.keys(
        ((await from('works', 'rooms(id),year,id,title').eq('id', 1)).data as unknown as object[])[0] ?? {},
      ),
    }),
    ['year', 'id', 'title', 'rooms'],
  ],
  [
    'accepts a junction whose key has further columns (rest 9.1)',
    () => from('people', 'clubs!memberships(id)').eq('id', 1).order('id', { referencedTable: 'clubs' }),
    [{ clubs: [{ id: 1 }, { id: 2 }] }],
  ],
  ['does not treat a unique constraint as a junction (rest 9.1)', () => from('people', 'clubs!guests(id)'), 'PGRST200'],
  ['does not treat a unique foreign key as a junction (rest 9.1)', () => from('people', 'clubs!keys(id)'), 'PGRST200'],
  [
    'finds two relationships for a column that a view contains twice (rest 9.1)',
    () => from('twice_seen', 'people!first_member(name)').eq('id', 1),
    [{ people: { name: 'Ada' } }],
  ],
  [
    'prefers a function to a relationship of the same name, and ignores hints (rest 9.1)',
    () => from('people', 'name,guests!whatever(name)').order('id'),
    [
      { name: 'Ada', guests: [{ name: 'Chess' }] },
      { name: 'Boris', guests: [] },
    ],
  ],
  ['rejects an ambiguous relationship without a hint (rest 9.1)', () => from('twice_seen', 'people(name)'), 'PGRST201'],
  [
    'chooses the relationship by a hint of the foreign column (rest 9.2)',
    () => from('clubs', 'people!home_id(name)').eq('id', 2),
    [{ people: { name: 'Ada' } }],
  ],
  [
    'does not filter the grandparent of an inner embed (rest 9.3)',
    () => from('people', 'id,memberships(clubs!inner(name))').eq('memberships.clubs.name', 'Rowing').order('id'),
    [
      { id: 1, memberships: [{ clubs: { name: 'Rowing' } }] },
      { id: 2, memberships: [] },
    ],
  ],
  [
    'finds an embed by its alias in a null filter (rest 9.4)',
    () => from('shows', 'name,w:works()').is('w', null),
    [{ name: 'Empty' }],
  ],
  [
    'treats the name of an aliased embed as a column (rest 9.4)',
    () => from('shows', 'w:works()').is('works', null),
    '42703',
  ],
  [
    'returns embeds as they were before the statement (rest 9.4)',
    () => client.from('works').update({ room_id: 3 }).eq('id', 1).select('rooms(id,works(id))').rollback(),
    [{ rooms: { id: 3, works: [{ id: 5 }] } }],
  ],
  [
    'sorts a to-many spread by a column that is not selected (rest 9.5)',
    () => from('rooms', '...works(ids:id)').eq('id', 2).order('price', { referencedTable: 'works', ascending: false }),
    [{ ids: [3, 2] }],
  ],
  [
    'nests the lists of a to-many spread in another (rest 9.5)',
    () => from('people', '...clubs!memberships(clubs:name,...memberships(people:person_id))').eq('id', 2),
    [{ clubs: ['Chess'], people: [expect.arrayContaining([1, 2])] }],
  ],
  ['returns a set of rows (rest 12)', () => client.rpc('pair_of', { a: 2 }), [{ a: 2, b: 1, note: null }]],
  ['returns a table of one column (rest 12)', () => client.rpc('one_column'), [{ only_one: 1 }, { only_one: 2 }]],
  ['returns an enumeration (rest 12)', () => client.rpc('some_mood'), 'worn'],
  ['returns a domain (rest 12)', () => client.rpc('some_code'), 'AB-1'],
  ['returns an array (rest 12)', () => client.rpc('some_list'), [1, 2]],
  ['returns null for void (rest 12)', () => client.rpc('no_value'), null],
  ['filters a set of composites (rest 12)', () => client.rpc('sizes').gt('width', 1), [{ width: 2, height: 2.5 }]],
  [
    'ignores the declared length of parameters (rest 12)',
    () => client.rpc('padded', { a: 'abc', b: '101' }),
    'abc/101',
  ],
  ['uses all defaults (rest 12)', () => client.rpc('optional'), '1,2'],
  ['uses some of the defaults (rest 12)', () => client.rpc('optional', { b: 7 }), '1,7'],
  ['overrides all defaults by GET (rest 12)', () => client.rpc('optional', { b: 7, a: 5 }, { get: true }), '5,7'],
  ['rejects an unknown argument beside defaults (rest 12)', () => client.rpc('optional', { c: 7 }), 'PGRST202'],
  ['passes the body unchanged (rest 12)', () => client.rpc('takes_json', { any: 'thing' }), 'json'],
  [
    'prefers a parameter with a matching name to the whole body (rest 12)',
    () => client.rpc('either', { a: 1 }),
    'named',
  ],
  ['passes the whole body when no name matches (rest 12)', () => client.rpc('either', { z: 1 }), 'body'],
  [
    'rejects an invalid filter by POST (rest 12)',
    () => client.rpc('list_works', {}).filter('q', 'nope', '1'),
    'PGRST100',
  ],
])('%s', async (_name, sendRequest, expected) => expectData(client, sendRequest, expected))

const WAYS = [
  ['one-to-many', 'people with clubs', 'clubs_founder_id_fkey using people(id) and clubs(founder_id)'],
  ['many-to-one', 'people with clubs', 'people_club_id_fkey using people(club_id) and clubs(id)'],
  ['one-to-one', 'people with clubs', 'people_home_id_fkey using people(home_id) and clubs(id)'],
  [
    'many-to-many',
    'people with clubs',
    'memberships using memberships_person_id_fkey(person_id) and memberships_club_id_fkey(club_id)',
  ],
]

test('lists ambiguous relationships of every kind in order (rest 9.2)', async () => {
  const { error } = (await from('people', 'clubs(id)')) as Answer
  expect(error?.details).toEqual(
    WAYS.map(([cardinality, embedding, relationship]) => ({ cardinality, embedding, relationship })),
  )
})

const KEY = 'sb_secret_test'
const send = async (method: string, path: string, body: string, prefer = '', type = 'application/json') => {
  const headers = { 'content-type': type, prefer: `tx=rollback,${prefer}` }
  const response = await museum.request(path, { method, body, key: KEY, headers })
  return { status: response.status, headers: response.headers, body: await response.text() }
}
const REPRESENTATION = 'return=representation'

test('uses the element that the URL names for PUT and the first for PATCH (rest 10.1)', async () => {
  const rows = '[{"id":2,"label":"b"},{"id":1,"label":"a"}]'
  const put = await send('PUT', '/rooms?id=eq.1&select=id,label', rows, REPRESENTATION)
  expect([put.status, put.body]).toEqual([200, '[{"id":1,"label":"a"}]'])
  const patched = await send('PATCH', '/rooms?id=eq.3&select=label', '[{"label":"b"},{"label":"a"}]', REPRESENTATION)
  expect(patched.body).toBe('[{"label":"b"}]')
  const gone = await send('DELETE', '/visits?id=eq.1&select=id', '{"nonsense":1', REPRESENTATION)
  expect([gone.status, gone.body]).toEqual([200, '[{"id":1}]'])
})

test('reads no rows from a body that is not an object, and passes it to PostgreSQL when columns are given (rest 10.2)', async () => {
  for (const body of ['5', 'null', '"x"', '[]']) {
    expect(await send('POST', '/rooms', body, REPRESENTATION)).toMatchObject({ status: 201, body: '[]' })
  }
  const mixed = await send('POST', '/rooms', '[{"id":71},1]', REPRESENTATION)
  expect([mixed.status, JSON.parse(mixed.body)]).toMatchObject([
    400,
    { code: 'PGRST102', message: 'All object keys must match' },
  ])
  const unread = await send('POST', '/rooms?columns=id', '{"id":')
  expect([unread.status, JSON.parse(unread.body).code]).toEqual([400, '22P02'])
  const chosen = await send(
    'POST',
    '/rooms?columns=id,label&select=id,floor,label',
    '[{"id":70,"floor":9}]',
    REPRESENTATION,
  )
  expect(chosen.body).toBe('[{"id":70,"floor":null,"label":null}]')
  const unknown = await send('POST', '/rooms?columns=id,nope', '[{"id":70}]')
  expect(JSON.parse(unknown.body).code).toBe('PGRST204')
})

test('returns 200 for an upsert that inserts nothing, and inserts without a key (rest 10.3)', async () => {
  const merge = 'resolution=merge-duplicates'
  expect((await send('POST', '/rooms', '[]', merge)).status).toBe(200)
  expect((await send('POST', '/rooms', '[{"id":1},{"id":2}]', merge)).status).toBe(200)
  expect((await send('POST', '/rooms', '[{"id":1},{"id":90}]', merge)).status).toBe(201)
  const plain = await send('POST', '/keyless', '{"name":"n"}', merge)
  expect([plain.status, plain.headers.get('preference-applied')]).toEqual([201, 'tx=rollback'])
  const alone = await send('POST', '/rooms?on_conflict=id', '{"id":1}')
  expect([alone.status, JSON.parse(alone.body).code]).toEqual([409, '23505'])
})

test('encodes the location of a new row with its null keys (rest 10.4)', async () => {
  const made = await send('POST', '/tags', JSON.stringify({ name: 'a b/ü&c' }), 'return=headers-only')
  expect(made.headers.get('location')).toBe('/tags?name=eq.a%20b%2F%C3%BC%26c')
})

test('writes rows that the caller may not read with return=minimal (rest 10.4)', async () => {
  const member = await museum.userClient('11111111-1111-4111-8111-111111111111')
  expect((await member.from('unreadable').insert({ id: 1 })).status).toBe(201)
  expect(await member.from('unreadable').insert({ id: 2 }).select()).toMatchObject({
    status: 403,
    error: { code: '42501', message: 'new row violates row-level security policy for table "unreadable"' },
  })
})

test('evaluates defaults of absent keys for each row, except for generated columns (rest 11)', async () => {
  const rows = '[{"at":1},{"at":2}]'
  const made = await send(
    'POST',
    '/counted?columns=id,at,twice&select=id,twice',
    rows,
    `${REPRESENTATION},missing=default`,
  )
  expect(JSON.parse(made.body)).toMatchObject({ code: '428C9' })
  const plain = await send(
    'POST',
    '/counted?columns=id,at&select=id,twice&order=id',
    rows,
    `${REPRESENTATION},missing=default`,
  )
  const [first, second] = JSON.parse(plain.body) as { id: number; twice: number }[]
  expect([first?.twice, second?.twice, (second?.id ?? 0) - (first?.id ?? 0)]).toEqual([2, 4, 1])
})

test('returns maps, composites, domains, enums and verbatim JSON (rest 18)', async () => {
  const row =
    '{"id":1,"tagged":"a=>1,b=>NULL","sizes":[{"width":1,"height":2.50}],"codes":["AB-1"],"raw":{"b":1,  "b":2},"moods":["worn",null]}'
  const made = await send('POST', '/holdings', row, REPRESENTATION)
  expect([made.status, made.body]).toEqual([
    201,
    '[{"id":1,"tagged":{"a": "1", "b": null},"sizes":[{"width":1,"height":2.50}],"codes":["AB-1"],"raw":{"b":1,  "b":2},"moods":["worn",null]}]',
  ])
  const literals = '{"id":2,"tagged":"a=>1","sizes":"{\\"(1,2)\\"}","codes":"{AB-1}","moods":"{worn}"}'
  const other = await send('POST', '/holdings?select=tagged->a,sizes->0->width,codes,moods', literals, REPRESENTATION)
  expect(other.body).toBe('[{"a":"1","width":1,"codes":["AB-1"],"moods":["worn"]}]')
})

test('accepts XML bodies and responds to HEAD without a body (rest 12)', async () => {
  const xml = await send('POST', '/rpc/takes_xml', '<a>ü</a>', '', 'text/xml')
  expect([xml.status, xml.body]).toEqual([200, '"<a>ü</a>"'])
  const head = await museum.request('/rpc/nothing', { method: 'HEAD' })
  expect([head.status, head.headers.get('content-type')]).toEqual([204, null])
  expect((await museum.request('/rpc/list_works')).headers.get('content-location')).toBeNull()
  const planned = await museum.request('/rpc/list_numbers?many=3&limit=1', { headers: { prefer: 'count=planned' } })
  expect(planned.headers.get('content-range')).toBe('0-0/*')
})
