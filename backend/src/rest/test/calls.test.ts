import { afterAll, expect, test } from 'vitest'
import { createLibraryService, readError } from './library-service.ts'

const library = await createLibraryService()
afterAll(() => library.close())

function call(name: string, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return library.request(`/rpc/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: text,
  })
}

test.each([
  ['/rpc/add_numbers?a=1', 200, '11'],
  ['/rpc/add_numbers?a=1&b=2', 200, '3'],
  ['/rpc/list_numbers?many=3', 200, '[1, 2, 3]'],
  ['/rpc/list_numbers?many=3&limit=1&offset=1', 200, '[2]'],
  ['/rpc/with_out?x=4', 200, '{"doubled":8}'],
  ['/rpc/book_table?select=label&book_id=eq.3', 200, '[{"label":"Winter roads"}]'],
  ['/rpc/list_books?select=id&min_price=10&order=id.desc', 200, '[{"id":3}, \n {"id":1}]'],
  ['/rpc/list_books?select=id,writers!writer_id(name)&id=eq.3', 200, '[{"id":3,"writers":{"name":"Boris"}}]'],
  ['/rpc/first_writer?select=name', 200, '{"name":"Ada"}'],
  ['/rpc/sum_all?items=1&items=2', 200, '3'],
  ['/rpc/sum_all?items={4,5}', 200, '9'],
  ['/rpc/do_nothing', 204, ''],
])('responds to GET %s (rest 12)', async (path, status, body) => {
  const response = await library.request(path)
  expect([response.status, await response.text()]).toEqual([status, body])
})

test.each([
  ['add_numbers', { a: 1, b: 2 }, 200, '3'],
  ['list_books?select=id&order=id&limit=1', {}, 200, '[{"id":1}]'],
  ['sum_all', { items: [1, 2, 3] }, 200, '6'],
  ['echo_json', '{"b": 1,  "b":2}', 200, '{"b": 1,  "b":2}'],
  ['do_nothing', '', 204, ''],
  ['first_writer', {}, 200, '{"id":1,"name":"Ada","born":"1815-12-10","manager_id":null}'],
])('responds to POST %s %j (rest 12)', async (name, body, status, text) => {
  const response = await call(name, body)
  expect([response.status, await response.text()]).toEqual([status, text])
})

test('runs a function once, however many of its rows are used (rest 12)', async () => {
  const owner = library.database.connect('owner', { max: 1 })
  await owner.unsafe(`create sequence calls; grant all on sequence calls to anon;
    create function counted() returns setof bigint language sql volatile as $$ select nextval('calls') $$;
    create function counted_rows() returns setof books language sql volatile as $$ select nextval('calls'); select * from books $$;
    grant execute on function counted, counted_rows to anon`)
  await library.service.reload()
  await call('counted', {}, { prefer: 'count=exact' })
  await call('counted_rows?select=id&limit=1', {}, { prefer: 'count=exact' })
  const [row] = await owner`select last_value::int as calls from calls`
  expect(row).toEqual({ calls: 2 })
})

test('lists ambiguous overloads and reports unknown ones (rest 12)', async () => {
  const both = await call('overloaded', { a: 1 })
  expect([both.status, await both.json()]).toEqual([
    300,
    {
      code: 'PGRST203',
      details: null,
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
      message:
        'Could not choose the best candidate function between: public.overloaded(a => integer), public.overloaded(a => text)',
    },
  ])
  const unknown = await call('add_numbers', { z: 1, a: 2 })
  expect([unknown.status, await unknown.json()]).toEqual([
    404,
    {
      code: 'PGRST202',
      details:
        'Searched for the function public.add_numbers with parameters a, z or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
      hint: 'Perhaps you meant to call the function public.add_numbers(a, b)',
      message: 'Could not find the function public.add_numbers(a, z) in the schema cache',
    },
  ])
  expect(await (await library.request('/rpc/nothing')).json()).toMatchObject({
    details:
      'Searched for the function public.nothing without parameters, but no matches were found in the schema cache.',
    message: 'Could not find the function public.nothing without parameters in the schema cache',
  })
})

test('rejects a write in a GET (rest 1)', async () => {
  const response = await library.request('/rpc/write_by_get')
  expect([response.status, (await readError(response)).code]).toEqual([405, '25006'])
  expect((await library.request('/rpc/whoami', { method: 'PUT', body: '{}' })).status).toBe(405)
})

test('lets a function set status and headers (rest 4)', async () => {
  const response = await library.request('/rpc/teapot')
  expect([response.status, response.headers.get('x-pot'), response.headers.getSetCookie()]).toEqual([
    418,
    'tea',
    ['a=1', 'b=2'],
  ])
  expect(await response.json()).toBe('short and stout')
})

test('requires a set-returning function for max-affected (rest 11)', async () => {
  const headers = { prefer: 'handling=strict,max-affected=1' }
  expect(await (await call('add_numbers', { a: 1 }, headers)).json()).toMatchObject({ code: 'PGRST128' })
  expect(await (await call('list_books', {}, headers)).json()).toMatchObject({ code: 'PGRST124' })
})

const CLASSES: [state: string, status: number][] = [
  ['08006', 503],
  ['09000', 500],
  ['0L000', 403],
  ['0P000', 403],
  ['21000', 500],
  ['22000', 400],
  ['23503', 409],
  ['23505', 409],
  ['23514', 400],
  ['25006', 405],
  ['25000', 500],
  ['28000', 403],
  ['2D000', 500],
  ['38000', 500],
  ['39000', 500],
  ['3B000', 500],
  ['40001', 500],
  ['42501', 401],
  ['42601', 400],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['53000', 503],
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
  ['PT999', 500],
  ['PTXYZ', 500],
  ['ZZ123', 400],
]

test.each(CLASSES)('responds to SQLSTATE %s with %i (rest 14.3)', async (state, status) => {
  const response = await call('raise_state', { state, message: 'raised' })
  expect(response.status).toBe(status)
  expect(await response.json()).toEqual({ code: state, details: 'the detail', hint: 'the hint', message: 'raised' })
  expect(response.headers.get('proxy-status')).toBe(`PostgREST; error=${state}`)
})

test('lets a raise define the whole response (rest 14.4)', async () => {
  const owner = library.database.connect('owner', { max: 1 })
  await owner.unsafe(`create function raise_answer() returns void language plpgsql as $$ begin
    raise sqlstate 'PGRST' using message = '{"code":"123","message":"Pay","hint":"h"}',
      detail = '{"status":402,"status_text":"You must pay","headers":{"X-Powered-By":"cake"}}'; end $$;
    grant execute on function raise_answer to anon`)
  await library.service.reload()
  const response = await call('raise_answer', {})
  expect([response.status, response.statusText, response.headers.get('x-powered-by')]).toEqual([
    402,
    'You must pay',
    'cake',
  ])
  expect(await response.json()).toEqual({ code: '123', details: null, hint: 'h', message: 'Pay' })
  expect(await (await call('raise_state', { state: 'PGRST', message: 'x' })).json()).toMatchObject({
    code: 'PGRST121',
    details: "Invalid JSON value for MESSAGE: 'x'",
  })
})

test('calls the pre-request function before the statement (rest 4)', async () => {
  const guarded = await createLibraryService({ preRequest: 'public.guard_request' })
  const owner = guarded.database.connect('owner', { max: 1 })
  await owner.unsafe(`create function guard_request() returns void language plpgsql as $$ begin
    if current_setting('request.path') = '/writers' then raise sqlstate 'PT429' using message = 'Slow down'; end if;
    perform set_config('response.headers', '[{"X-Guard": "seen"}]', true); end $$;
    grant execute on function guard_request to anon`)
  const passed = await guarded.request('/books?limit=1')
  const stopped = await guarded.request('/writers')
  await guarded.close()
  expect([passed.status, passed.headers.get('x-guard')]).toEqual([200, 'seen'])
  expect([stopped.status, stopped.statusText]).toEqual([429, 'Slow down'])
})
