import { expect, test } from 'vitest'
import { type Answer, openMuseum } from './museum.ts'

const museum = await openMuseum({ planEnabled: true })
const KEY = 'sb_secret_test'
const get = (path: string, accept: string, headers: Record<string, string> = {}) =>
  museum.request(path, { key: KEY, headers: { accept, ...headers } })

test.each([
  ['application/json', '/rooms?select=id&limit=1', '[{"id":1}]', 'application/json; charset=utf-8'],
  ['*/*', '/rooms?select=id&limit=1', '[{"id":1}]', 'application/json; charset=utf-8'],
  ['application/vnd.pgrst.array+json', '/rooms?select=id&limit=1', '[{"id":1}]', 'application/json; charset=utf-8'],
  [
    'application/vnd.pgrst.object+json',
    '/rooms?select=id&id=eq.1',
    '{"id":1}',
    'application/vnd.pgrst.object+json; charset=utf-8',
  ],
  [
    'application/vnd.pgrst.object',
    '/rooms?select=id&id=eq.1',
    '{"id":1}',
    'application/vnd.pgrst.object+json; charset=utf-8',
  ],
  [
    'application/vnd.pgrst.object+json;nulls=stripped',
    '/rooms?id=eq.3&select=id,floor,visits(people)',
    '{"id":3,"visits":[]}',
    'application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8',
  ],
  [
    'application/vnd.pgrst.array+json;nulls=stripped',
    '/rooms?id=eq.3&select=id,floor',
    '[{"id":3}]',
    'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
  ],
  ['text/csv', '/rooms?order=id&select=id,label&limit=2', 'id,label\n1,Hall\n2,Gallery', 'text/csv; charset=utf-8'],
  [
    'text/csv',
    '/works?id=eq.4&select=title,on_show,tags,acquired',
    'title,on_show,tags,acquired\n"Small, (odd) ""title""",t,"{""a,b"",""c\\\\""d""}",infinity',
    'text/csv; charset=utf-8',
  ],
  ['text/csv', '/rooms?id=eq.99', '\n', 'text/csv; charset=utf-8'],
  ['image/png;q=0.9, text/csv;q=0.8', '/rooms?select=id&limit=1', 'id\n1', 'text/csv; charset=utf-8'],
  ['text/plain', '/rpc/hello_plain?name=me', 'hello me', 'text/plain; charset=utf-8'],
  ['text/html, application/json;q=0.5', '/shows?select=id&limit=1', '<li>{"id":1}', 'text/html'],
  [
    'application/vnd.museum.titles',
    '/works?id=lt.3&order=id',
    'Engines|Notes on engines',
    'application/vnd.museum.titles',
  ],
  ['application/vnd.museum.titles', '/rpc/list_works?limit=1', 'Engines', 'application/vnd.museum.titles'],
  ['application/json', '/rpc/hello_plain', '"hello you"', 'application/json; charset=utf-8'],
  ['application/x-anything', '/rpc/anything', 'anything', 'app/whatever'],
])('returns %s of %s (rest 13)', async (accept, path, body, type) => {
  const response = await get(path, accept)
  expect([response.status, await response.text(), response.headers.get('content-type')]).toEqual([200, body, type])
})

test('sends bytes unchanged (rest 13)', async () => {
  const bytes = await get('/rpc/hello_bytes', 'application/octet-stream')
  expect([bytes.headers.get('content-type'), Buffer.from(await bytes.arrayBuffer()).toString('hex')]).toEqual([
    'application/octet-stream',
    '00ff10',
  ])
  const png = await get('/rpc/tiny_png', 'image/png')
  expect([png.headers.get('content-type'), Buffer.from(await png.arrayBuffer()).toString('hex')]).toEqual([
    'image/png',
    '89504e47',
  ])
})

test.each([
  ['/rooms', 'image/png'],
  ['/rooms', 'text/plain'],
  ['/rpc/echo_text', 'text/plain'],
  ['/works?select=id', 'application/vnd.museum.titles'],
  ['/shows', 'application/vnd.museum.titles'],
])('rejects %s as %s (rest 13)', async (path, accept) => {
  const response = await museum.request(path, {
    key: KEY,
    headers: { accept, 'content-type': 'text/plain' },
    ...(path.startsWith('/rpc') ? { method: 'POST', body: 'x' } : {}),
  })
  expect([response.status, await response.json()]).toMatchObject([
    406,
    { code: 'PGRST107', message: `None of these media types are available: ${accept}` },
  ])
})

test('writes GeoJSON if PostGIS is installed (rest 13)', async () => {
  const without = await get('/shows?select=id', 'application/geo+json')
  expect([without.status, await without.json()]).toMatchObject([
    404,
    { code: '42883', message: 'function st_asgeojson(record) does not exist' },
  ])
  const owner = museum.database.connect('owner', { max: 1 })
  // Imitates what PostGIS does with a row, as far as the service can tell.
  await owner.unsafe(`create function extensions.st_asgeojson(r record) returns text language plpgsql immutable as $$
      begin return json_build_object('type', 'Feature', 'properties', to_json(r)); end $$;
    grant usage on schema extensions to anon, authenticated, service_role;
    grant execute on function extensions.st_asgeojson to anon, authenticated, service_role`)
  await museum.service.reload()
  const { data } = (await museum.client.from('shows').select('id').eq('id', 1).geojson()) as Answer
  expect(data).toEqual({ type: 'FeatureCollection', features: [{ type: 'Feature', properties: { id: 1 } }] })
  await owner`drop function extensions.st_asgeojson`
  await museum.service.reload()
})

test('supports csv, single, maybeSingle, stripNulls and throwOnError of the client (rest 13)', async () => {
  const rooms = () => museum.client.from('rooms').select('id,floor').order('id')
  expect((await rooms().csv()).data).toBe('id,floor\n1,0\n2,1\n3,')
  expect((await rooms().stripNulls()).data).toEqual([{ id: 1, floor: 0 }, { id: 2, floor: 1 }, { id: 3 }])
  expect((await rooms().eq('id', 3).stripNulls().single()).data).toEqual({ id: 3 })
  expect((await rooms().single()).error).toMatchObject({ code: 'PGRST116', details: 'The result contains 3 rows' })
  expect((await rooms().eq('id', 9).maybeSingle()).data).toBeNull()
  await expect(rooms().single().throwOnError()).rejects.toThrow('Cannot coerce the result to a single JSON object')
})

test('returns plans in text and JSON with their options (rest 13)', async () => {
  const { data: text } = await museum.client.from('rooms').select('id').explain()
  expect(text).toMatch(/^Aggregate .*\n/)
  const { data } = await museum.client
    .from('rooms')
    .select('id')
    .explain({ format: 'json', analyze: true, verbose: true, buffers: true, settings: true, wal: true })
  const [{ Plan: plan }] = data as unknown as [{ Plan: Record<string, unknown> }]
  expect(plan).toHaveProperty('Actual Rows')
  expect(plan).toHaveProperty('Output')
  expect(plan).toHaveProperty('Shared Hit Blocks')
  const response = await get('/rooms', 'application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|wal;')
  expect(response.headers.get('content-type')).toBe(
    'application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|wal; charset=utf-8',
  )
  const written = await museum.client.from('rooms').insert({ id: 70 }).select().explain()
  expect(written.data).toMatch(/Insert on rooms/)
  expect((await museum.client.from('rooms').select('id').eq('id', 70)).data).toEqual([])
  expect((await museum.client.rpc('list_works').explain()).data).toMatch(/Aggregate/)
})

test('returns plans only if they are enabled, even for an operator (rest 13)', async () => {
  const closed = await openMuseum()
  const response = await closed.request('/rooms', { key: KEY, headers: { accept: 'application/vnd.pgrst.plan+text' } })
  expect([response.status, await response.json()]).toMatchObject([406, { code: 'PGRST107' }])
})

test('sends the headers of a response (rest 13)', async () => {
  const response = await get('/rooms?order=id&select=id&limit=1', 'application/json')
  expect(response.headers.get('content-range')).toBe('0-0/*')
  expect(response.headers.get('content-location')).toBe('/rooms?limit=1&order=id&select=id')
  expect(response.headers.get('vary')).toBe('Accept, Prefer, Range')
  const head = await museum.request('/rooms?select=id', { method: 'HEAD' })
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
    200,
    'application/json; charset=utf-8',
    '',
  ])
})

test('applies the Range header (rest 8)', async () => {
  const range = async (value: string, path = '/rooms?select=id&order=id') => {
    const response = await museum.request(path, { headers: { range: value } })
    return [response.status, response.headers.get('content-range')]
  }
  expect(await range('0-1')).toEqual([200, '0-1/*'])
  expect(await range('1-')).toEqual([200, '1-2/*'])
  expect(await range('0-1', '/rooms?select=id&order=id&offset=1&limit=5')).toEqual([200, '1-1/*'])
  expect(await range('5-2')).toEqual([416, null])
  expect(await range('items=0-1')).toEqual([200, '0-2/*'])
})

const CLASSES: [state: string, status: number][] = [
  ['08006', 503],
  ['09000', 500],
  ['0L000', 403],
  ['0P000', 403],
  ['21000', 500],
  ['22023', 400],
  ['22P02', 400],
  ['23502', 400],
  ['23503', 409],
  ['23505', 409],
  ['23514', 400],
  ['25006', 405],
  ['25001', 500],
  ['28000', 403],
  ['2D000', 500],
  ['38000', 500],
  ['39000', 500],
  ['3B000', 500],
  ['40001', 500],
  ['40P01', 500],
  ['42501', 401],
  ['42703', 400],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['53100', 503],
  ['53400', 500],
  ['54000', 500],
  ['55000', 500],
  ['57014', 500],
  ['57P01', 503],
  ['58000', 500],
  ['F0000', 500],
  ['HV000', 500],
  ['P0001', 400],
  ['P0002', 500],
  ['XX000', 500],
  ['PT402', 402],
  ['PT418', 418],
  ['PTXYZ', 500],
]

test.each(CLASSES)('responds to SQLSTATE %s raised in SQL with %i (rest 14.3)', async (state, status) => {
  const { status: answered, error } = (await museum.visitor.rpc('raise_state', { state, message: 'm' })) as Answer
  expect([answered, error]).toEqual([status, { code: state, message: 'm', details: 'the detail', hint: 'the hint' }])
})

test('lets a raise define the whole response (rest 14.4)', async () => {
  const response = await museum.request('/rpc/raise_state', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      state: 'PGRST',
      message: '{"code":"123","message":"Payment","details":"Quota","hint":"Upgrade"}',
      detail: '{"status":402,"headers":{"X-Powered-By":"Brass"},"status_text":"Pay"}',
    }),
  })
  expect([
    response.status,
    response.statusText,
    response.headers.get('x-powered-by'),
    response.headers.get('proxy-status'),
  ]).toEqual([402, 'Pay', 'Brass', 'PostgREST; error=123'])
  expect(await response.json()).toEqual({ code: '123', message: 'Payment', details: 'Quota', hint: 'Upgrade' })
})

test.each([
  ['x', '{}', "Invalid JSON value for MESSAGE: 'x'"],
  ['{"code":"1","message":"m"}', 'y', "Invalid JSON value for DETAIL: 'y'"],
])('reports an unreadable raise (%s, %s) (rest 14.4)', async (message, detail, details) => {
  const { status, error } = (await museum.visitor.rpc('raise_state', { state: 'PGRST', message, detail })) as Answer
  expect([status, error]).toMatchObject([
    500,
    { code: 'PGRST121', message: `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`, details },
  ])
})

test('reports the statement timeout of a role (rest 14.3)', async () => {
  const { status, error } = (await museum.visitor.rpc('slow', { seconds: 5 })) as Answer
  expect([status, error?.code]).toEqual([500, '57014'])
})

test('lists the allowed methods of each resource (rest 15)', async () => {
  const allow = async (path: string) => (await museum.request(path, { method: 'OPTIONS' })).headers.get('allow')
  expect(await allow('/')).toBe('OPTIONS,GET,HEAD')
  expect(await allow('/rooms')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE')
  expect(await allow('/frozen')).toBe('OPTIONS,GET,HEAD')
  expect(await allow('/shown_works')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE')
  expect(await allow('/rpc/add_numbers')).toBe('OPTIONS,GET,HEAD,POST')
  expect(await allow('/rpc/write_room')).toBe('OPTIONS,POST')
  expect((await museum.request('/nope', { method: 'OPTIONS' })).status).toBe(404)
})

test('describes tables, functions, keys and required columns (rest 15)', async () => {
  const response = await get('/', 'application/openapi+json')
  expect(response.headers.get('content-type')).toBe('application/openapi+json; charset=utf-8')
  const description = (await response.json()) as {
    swagger: string
    info: { title: string }
    paths: Record<string, Record<string, unknown>>
    definitions: Record<string, { required: string[]; properties: Record<string, Record<string, unknown>> }>
  }
  expect([description.swagger, description.info.title]).toEqual(['2.0', 'standard public schema'])
  expect(Object.keys(description.paths['/rooms'] ?? {})).toEqual(['get', 'post', 'delete', 'patch'])
  expect(Object.keys(description.paths['/rpc/write_room'] ?? {})).toEqual(['post'])
  const { required, properties } = description.definitions.works ?? { required: [], properties: {} }
  expect(required).toEqual(['id', 'title', 'tags'])
  expect(properties.id).toMatchObject({
    type: 'integer',
    format: 'bigint',
    description: 'Note:\nThis is a Primary Key.<pk/>',
  })
  expect(properties.room_id?.description).toBe(
    "Note:\nThis is a Foreign Key to `rooms.id`.<fk table='rooms' column='id'/>",
  )
  expect(properties.condition).toMatchObject({
    enum: ['intact', 'worn', 'broken'],
    default: expect.stringContaining('intact'),
  })
  expect(properties.label).toMatchObject({ maxLength: 20 })
  const seen = (await (await museum.request('/')).json()) as { definitions: object }
  expect(Object.keys(seen.definitions)).not.toContain('vault')
})
