import { expect, test } from 'vitest'
import { openMuseum } from './museum.ts'

const museum = await openMuseum()
const owner = museum.database.connect('owner', { max: 1 })
await owner.unsafe(`create function set_wrong(name text) returns integer language plpgsql volatile as $$
    begin
      insert into shows values (500, name) on conflict do nothing;
      perform set_config('response.' || name, case name when 'status' then 'soon' else '{"a":1}' end, true);
      return 1;
    end $$;
  grant execute on function set_wrong to anon, service_role`)
await museum.service.reload()

interface Faulty {
  method?: string
  body?: string
  headers?: Record<string, string>
}

const post = (body: string, headers: Record<string, string> = {}): Faulty => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/json', ...headers },
})
const put = (body: string): Faulty => ({ ...post(body), method: 'PUT' })
const patch = (body: string, headers: Record<string, string> = {}): Faulty => ({
  ...post(body, headers),
  method: 'PATCH',
})
const strict = (prefer: string) => ({ prefer: `handling=strict, ${prefer}` })
const OBJECT = { accept: 'application/vnd.pgrst.object+json' }
const none = { details: null, hint: null }

/** Path, request, status, code, message, details and hint (rest 14.2). */
const OWN: [path: string, request: Faulty, status: number, code: string, body: object][] = [
  [
    '/rooms?limit=-1',
    {},
    416,
    'PGRST103',
    {
      message: 'Requested range not satisfiable',
      details: 'Limit should be greater than or equal to zero.',
      hint: null,
    },
  ],
  [
    '/rooms',
    { headers: { range: '5-2' } },
    416,
    'PGRST103',
    {
      message: 'Requested range not satisfiable',
      details: 'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
      hint: null,
    },
  ],
  ['/rpc/nothing', { method: 'DELETE' }, 405, 'PGRST101', { message: 'Cannot use the DELETE method on RPC', ...none }],
  ['/rooms', { method: 'PURGE' }, 405, 'PGRST117', { message: 'Unsupported HTTP method: PURGE', ...none }],
  ['/rooms', post('{'), 400, 'PGRST102', { message: 'Empty or invalid json', ...none }],
  ['/rooms', post('[{"id":1},{"floor":1}]'), 400, 'PGRST102', { message: 'All object keys must match', ...none }],
  [
    '/rooms',
    { method: 'POST', body: 'id,floor\n1', headers: { 'content-type': 'text/csv' } },
    400,
    'PGRST102',
    { message: 'All lines must have same number of fields', ...none },
  ],
  [
    '/rooms',
    { method: 'POST', body: 'x', headers: { 'content-type': 'image/png' } },
    400,
    'PGRST102',
    { message: 'Content-Type not acceptable: image/png', ...none },
  ],
  [
    '/rooms?floor=eq.1',
    put('{"id":1}'),
    405,
    'PGRST105',
    { message: "Filters must include all and only primary key columns with 'eq' operators", ...none },
  ],
  [
    '/rooms',
    { headers: { 'accept-profile': 'nope' } },
    406,
    'PGRST106',
    { message: 'Invalid schema: nope', details: null, hint: 'Only the following schemas are exposed: public, archive' },
  ],
  [
    '/rooms',
    { headers: { accept: 'image/png, text/xml' } },
    406,
    'PGRST107',
    { message: 'None of these media types are available: image/png, text/xml', ...none },
  ],
  [
    '/rooms?works.id=eq.1',
    {},
    400,
    'PGRST108',
    {
      message: "'works' is not an embedded resource in this request",
      details: null,
      hint: "Verify that 'works' is included in the 'select' query parameter.",
    },
  ],
  [
    '/rpc/set_wrong',
    post('{"name":"headers"}'),
    500,
    'PGRST111',
    {
      message: 'response.headers guc must be a JSON array composed of objects with a single key and a string value',
      ...none,
    },
  ],
  [
    '/rpc/set_wrong',
    post('{"name":"status"}'),
    500,
    'PGRST112',
    { message: 'response.status guc must be a valid status code', ...none },
  ],
  [
    '/rooms?id=eq.1&limit=1',
    put('{"id":1}'),
    400,
    'PGRST114',
    { message: 'limit/offset querystring parameters are not allowed for PUT', ...none },
  ],
  [
    '/rooms?id=eq.1',
    put('{"id":2}'),
    400,
    'PGRST115',
    { message: 'Payload values do not match URL in primary key column(s)', ...none },
  ],
  [
    '/rooms',
    { headers: OBJECT },
    406,
    'PGRST116',
    {
      message: 'Cannot coerce the result to a single JSON object',
      details: 'The result contains 3 rows',
      hint: null,
    },
  ],
  [
    '/rooms?select=id,works(id)&order=works(id)',
    {},
    400,
    'PGRST118',
    {
      message: "A related order on 'works' is not possible",
      details: "'rooms' and 'works' do not form a many-to-one or one-to-one relationship",
      hint: null,
    },
  ],
  [
    '/rooms',
    { headers: strict('a, b=c') },
    400,
    'PGRST122',
    {
      message: 'Invalid preferences given with handling=strict',
      details: 'Invalid preferences: a, b=c',
      hint: null,
    },
  ],
  [
    '/rooms?id=gt.0',
    patch('{"floor":1}', strict('max-affected=2')),
    400,
    'PGRST124',
    {
      message: 'Query result exceeds max-affected preference constraint',
      details: 'The query affects 3 rows',
      hint: null,
    },
  ],
  ['/rooms/', {}, 404, 'PGRST125', { message: 'Invalid path specified in request URL', ...none }],
  [
    '/rooms?select=...works(price.sum())',
    {},
    400,
    'PGRST127',
    {
      message: 'Feature not implemented',
      details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
      hint: null,
    },
  ],
  [
    '/rpc/add_numbers',
    post('{"a":1}', strict('max-affected=2')),
    400,
    'PGRST128',
    {
      message: 'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
      ...none,
    },
  ],
  [
    '/rpc/echo_bytes',
    { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } },
    404,
    'PGRST202',
    {
      message: 'Could not find the function public.echo_bytes in the schema cache',
      details:
        'Searched for the function public.echo_bytes with a single unnamed text parameter, but no matches were found in the schema cache.',
      hint: 'Perhaps you meant to call the function public.echo_bytes()',
    },
  ],
  [
    '/rooms',
    post('{"zeta":1,"beta":2}'),
    400,
    'PGRST204',
    { message: "Could not find the 'beta' column of 'rooms' in the schema cache", ...none },
  ],
  [
    '/room',
    {},
    404,
    'PGRST205',
    {
      message: "Could not find the table 'public.room' in the schema cache",
      details: null,
      hint: "Perhaps you meant the table 'public.rooms'",
    },
  ],
  [
    '/nothing_like_it',
    {},
    404,
    'PGRST205',
    { message: "Could not find the table 'public.nothing_like_it' in the schema cache", ...none },
  ],
  ['/rooms?floor=eq.1', { method: 'DELETE' }, 409, '23503', { message: expect.stringContaining('foreign key') }],
  ['/rooms', { method: 'DELETE' }, 400, '21000', { message: 'DELETE requires a WHERE clause', ...none }],
  ['/rooms', patch('{"floor":1}'), 400, '21000', { message: 'UPDATE requires a WHERE clause', ...none }],
]

test.each(OWN)(
  'responds to %s %j with %i %s and its message, details and hint (rest 14.2)',
  async (path, init, status, code, body) => {
    const response = await museum.request(path, { ...init, key: 'sb_secret_test' })
    const text = await response.text()
    expect([response.status, JSON.parse(text)]).toMatchObject([status, { code, ...body }])
    expect(Object.keys(JSON.parse(text)).sort()).toEqual(['code', 'details', 'hint', 'message'])
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('proxy-status')).toBe(`PostgREST; error=${code}`)
  },
)

test('reports an invalid response setting after the commit (rest 1)', async () => {
  expect(await owner`select name from shows where id = 500`).toHaveLength(1)
})
