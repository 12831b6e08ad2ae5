import { setTimeout as sleep } from 'node:timers/promises'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { MINE } from '../library-service.ts'
import { type Answer, openMuseum } from './museum.ts'

const SECRET = new TextEncoder().encode('a shared secret for tests, long enough')
const museum = await openMuseum()
const owner = museum.database.connect('owner', { max: 1 })

const sendRequest = (token: string) => museum.request('/rpc/tell?name=role', { token })
const sign = (claims: Record<string, unknown>) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(SECRET)
const now = () => Math.floor(Date.now() / 1000)

test.each<[string, () => Promise<string> | string, string, string, string | null]>([
  ['an empty token', () => '', 'PGRST301', 'Empty JWT is sent in Authorization header', null],
  ['two parts', () => 'a.b', 'PGRST301', 'Expected 3 parts in JWT; got 2', null],
  [
    'no token of ours',
    () => 'a.b.c',
    'PGRST301',
    'No suitable key or wrong key type',
    'None of the keys was able to decode the JWT',
  ],
  [
    'an unsecured token',
    () =>
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"role":"service_role"}').toString('base64url')}.`,
    'PGRST301',
    'Wrong or unsupported encoding algorithm',
    "JWT is unsecured but expected 'alg' was not 'none'",
  ],
  ['an expired token', () => sign({ role: 'anon', exp: now() - 60 }), 'PGRST303', 'JWT expired', null],
  ['a token of later', () => sign({ role: 'anon', nbf: now() + 60 }), 'PGRST303', 'JWT not yet valid', null],
  ['a token of the future', () => sign({ role: 'anon', iat: now() + 60 }), 'PGRST303', 'JWT issued at future', null],
  [
    'an invalid audience',
    () => sign({ role: 'anon', aud: 7 }),
    'PGRST303',
    "The JWT 'aud' claim must be a string or an array of strings",
    null,
  ],
  [
    'an invalid time',
    () => sign({ role: 'anon', exp: 'soon' }),
    'PGRST303',
    "The JWT 'exp' claim must be a number",
    null,
  ],
])('rejects %s (rest 3)', async (_name, token, code, message, details) => {
  const response = await sendRequest(await token())
  expect([response.status, await response.json()]).toEqual([401, { code, message, details, hint: null }])
  expect(response.headers.get('www-authenticate')).toBe(`Bearer error="invalid_token", error_description="${message}"`)
})

test('tolerates a clock skew of 30 seconds, and accepts a token without times (rest 3)', async () => {
  for (const claims of [
    { exp: now() - 20 },
    { nbf: now() + 20 },
    { iat: now() + 20 },
    {},
    { aud: [] },
    { aud: 'x' },
    { aud: ['x', 'y'] },
  ]) {
    expect(await (await sendRequest(await sign({ role: 'authenticated', ...claims }))).json()).toBe('authenticated')
  }
  expect(await (await sendRequest(await sign({}))).json()).toBe('anon')
})

test('rejects a role that does not exist or is not granted (rest 3)', async () => {
  const none = await sendRequest(await sign({ role: 'nobody' }))
  expect([none.status, await none.json()]).toMatchObject([
    401,
    { code: '22023', message: 'role "nobody" does not exist' },
  ])
  const owned = await sendRequest(await sign({ role: 'postgres' }))
  expect([owned.status, await owned.json()]).toMatchObject([403, { code: '42501' }])
})

test('applies the configured audience and path to the role (rest 3)', async () => {
  const strict = await openMuseum({ jwtAudience: 'museum', jwtRoleClaimPath: ['app', 'role'] })
  const role = async (claims: Record<string, unknown>) => {
    const response = await strict.request('/rpc/tell?name=role', { token: await sign(claims) })
    return response.json()
  }
  expect(await role({ aud: 'museum', app: { role: 'authenticated' } })).toBe('authenticated')
  expect(await role({ app: { role: 'service_role' } })).toBe('service_role')
  expect(await role({ role: 'service_role' })).toBe('anon')
  expect(await role({ aud: 'other' })).toMatchObject({ code: 'PGRST303', message: 'JWT not in audience' })
})

test('returns 401 to a visitor and 403 to a member without the privilege (rest 3)', async () => {
  const member = await museum.userClient(MINE)
  expect((await museum.visitor.from('vault').select()) as Answer).toMatchObject({
    status: 401,
    error: { code: '42501' },
  })
  expect((await member.from('vault').select()) as Answer).toMatchObject({ status: 403, error: { code: '42501' } })
  const response = await museum.request('/vault')
  expect(response.headers.get('www-authenticate')).toBe('Bearer')
})

test('applies settings of operator, role and function to one request (rest 4)', async () => {
  const settled = await openMuseum({ appSettings: [['app.settings.motto', 'brass']] })
  expect((await settled.client.rpc('tell', { name: 'app.settings.motto' })).data).toBe('brass')
  await owner.unsafe(`create function patient() returns text language sql stable set statement_timeout = '7s'
    return current_setting('statement_timeout'); grant execute on function patient to anon`)
  await museum.service.reload()
  expect((await museum.visitor.rpc('patient')).data).toBe('7s')
  expect((await museum.visitor.rpc('tell', { name: 'statement_timeout' })).data).toBe('3s')
  expect((await museum.client.rpc('tell', { name: 'statement_timeout' })).data).toBe('8s')
})

test('applies the isolation level of a function (rest 1)', async () => {
  await owner.unsafe(`create function isolated() returns text language sql volatile set default_transaction_isolation = 'serializable'
    as $$ select current_setting('transaction_isolation') $$; grant execute on function isolated to anon`)
  await museum.service.reload()
  expect((await museum.visitor.rpc('isolated')).data).toBe('serializable')
  expect((await museum.visitor.rpc('tell', { name: 'transaction_isolation' })).data).toBe('read committed')
})

test('retries a read after a serialization failure, but not a write (rest 1)', async () => {
  await owner.unsafe(`create table lucky (n integer); insert into lucky values (0); grant select on lucky to anon;
    create function flaky() returns integer language plpgsql stable as $$
    begin
      perform pg_sleep(0.4);
      if (select n from lucky) = 0 then raise sqlstate '40001' using message = 'once'; end if;
      return 1;
    end $$;
    create function flaky_write() returns integer language plpgsql volatile as $$
    begin
      perform pg_sleep(0.4);
      if (select n from lucky) = 0 then raise sqlstate '40001' using message = 'once'; end if;
      return 1;
    end $$;
    grant execute on function flaky, flaky_write to anon`)
  await museum.service.reload()
  const later = sleep(200).then(() => owner`update lucky set n = 1`)
  expect((await museum.visitor.rpc('flaky')).data).toBe(1)
  await later
  await owner`update lucky set n = 0`
  const raised = museum.visitor.rpc('flaky_write').then((response) => response)
  await sleep(200)
  const before = await owner`select n from lucky`
  expect([before[0]?.n, ((await raised) as Answer).error?.code]).toEqual([0, '40001'])
})

test('limits CORS to the configured origins (rest 15)', async () => {
  const origin = 'https://example.org'
  const open = await museum.request('/rooms', { headers: { origin } })
  expect(open.headers.get('access-control-allow-origin')).toBe('*')
  const named = await openMuseum({ corsOrigins: [origin] })
  const ours = await named.request('/rooms', { headers: { origin } })
  expect([
    ours.headers.get('access-control-allow-origin'),
    ours.headers.get('access-control-allow-credentials'),
  ]).toEqual([origin, 'true'])
  const other = await named.request('/rooms', { headers: { origin: 'https://elsewhere.test' } })
  expect(other.headers.get('access-control-allow-origin')).toBeNull()
  const preflight = await named.request('/rooms', {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'prefer' },
  })
  expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
    200,
    'Authorization, prefer',
  ])
})

test('sends durations and the trace header if enabled (rest 15)', async () => {
  const measured = await openMuseum({ serverTiming: true, traceHeader: 'X-Request-Id' })
  for (const path of ['/rooms', '/nope']) {
    const response = await measured.request(path, { headers: { 'x-request-id': 'abc' } })
    expect(response.headers.get('server-timing')).toMatch(
      /^jwt;dur=\d+\.\d, parse;dur=\d+\.\d, plan;dur=\d+\.\d, transaction;dur=\d+\.\d, response;dur=\d+\.\d$/,
    )
    expect(response.headers.get('x-request-id')).toBe('abc')
  }
  expect((await museum.request('/rooms')).headers.get('server-timing')).toBeNull()
})

test('calls the configured function at the root (rest 2)', async () => {
  const rooted = await openMuseum({ rootSpec: 'public.root_of_all' })
  await rooted.database
    .connect('owner', { max: 1 })
    .unsafe(`create function root_of_all() returns json language sql stable
    return json_build_object('swagger', 'ours'); grant execute on function root_of_all to anon`)
  await rooted.service.reload()
  for (const accept of ['*/*', 'application/openapi+json', 'application/json']) {
    const response = await rooted.request('/', { headers: { accept } })
    expect(await response.json()).toEqual({ swagger: 'ours' })
  }
  expect((await rooted.request('/', { method: 'POST' })).status).toBe(405)
})

test('exposes graphql_public if it exists (rest 2)', async () => {
  const plain = await openMuseum({ schemas: ['public', 'graphql_public'] })
  const requested = () =>
    plain.request('/rpc/graphql', {
      method: 'POST',
      headers: { 'content-profile': 'graphql_public', 'content-type': 'application/json' },
      body: '{"query":"x"}',
    })
  expect(await (await requested()).json()).toMatchObject({
    code: 'PGRST106',
    hint: 'Only the following schemas are exposed: public',
  })
  await plain.database
    .connect('owner', { max: 1 })
    .unsafe(`create schema graphql_public; grant usage on schema graphql_public to anon;
    create function graphql_public.graphql(query text) returns jsonb language sql as $$ select '{"data": null}'::jsonb $$;
    grant execute on function graphql_public.graphql to anon`)
  await plain.service.reload()
  expect(await (await requested()).json()).toEqual({ data: null })
})

/** Repeats a request until the response is as expected, because a notification takes a moment. */
async function eventually(check: () => Promise<boolean>): Promise<boolean> {
  for (let round = 0; round < 60; round += 1) {
    if (await check()) return true
    await sleep(50)
  }
  return false
}

test('applies settings of the database after reload config and skips an invalid one (rest 16.2)', async () => {
  const columns = async () => ((await museum.client.from('works').select('id')) as Answer).data as unknown[]
  const role = 'authenticator'
  try {
    const name = (await owner`select current_database() as name`)[0]?.name as string
    await owner.unsafe(`alter role ${role} in database ${name} set pgrst.db_max_rows = '2'`)
    expect(await columns()).toHaveLength(6)
    await owner`notify pgrst, 'reload config'`
    expect(await eventually(async () => (await columns()).length === 2)).toBe(true)
    await owner.unsafe(`alter role ${role} in database ${name} set pgrst.db_max_rows = 'many'`)
    await owner`notify pgrst, 'reload config'`
    await sleep(300)
    expect(await columns()).toHaveLength(2)
    await owner.unsafe(`alter role ${role} in database ${name} reset pgrst.db_max_rows`)
    await owner`notify pgrst, 'reload config'`
    expect(await eventually(async () => (await columns()).length === 6)).toBe(true)
  } finally {
    await owner.unsafe(
      `alter role ${role} in database ${(await owner`select current_database() as name`)[0]?.name} reset all`,
    )
  }
})

test('reloads the schema by event trigger and serves the old one until then (rest 16.2)', async () => {
  await owner.unsafe('create table fresh (id integer primary key); grant select on fresh to anon')
  expect(await eventually(async () => (await museum.request('/fresh')).status === 200)).toBe(true)
  await owner.unsafe('drop table fresh')
  expect(await eventually(async () => (await museum.request('/fresh')).status === 404)).toBe(true)
})

test('limits the size of request bodies by role (rest 17)', async () => {
  const send = async (bytes: number, init: { token?: string; key?: string } = {}) => {
    const response = await museum.request('/rpc/echo_text', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: 'x'.repeat(bytes),
      ...init,
    })
    return response.status
  }
  const mib = 1024 * 1024
  const token = await sign({ role: 'authenticated' })
  expect(await send(mib + 1)).toBe(413)
  expect(await send(mib)).toBe(200)
  expect(await send(mib + 1, { token })).toBe(200)
  expect(await send(8 * mib + 1, { token })).toBe(413)
  expect(await send(8 * mib + 1, { key: 'sb_secret_test' })).toBe(200)
})

test('reports limits of URL and depth (rest 17)', async () => {
  const long = await museum.request(`/rooms?label=eq.${'x'.repeat(70_000)}`)
  expect([long.status, await long.json()]).toMatchObject([414, { message: 'The URL is too long' }])
  const deep = await museum.request(`/rooms?or=${'(or'.repeat(25)}(id.eq.1)${')'.repeat(25)}`)
  expect([deep.status, await deep.json()]).toMatchObject([400, { details: 'Logic trees may be nested 20 deep.' }])
})

test('responds to a missing and a wrong key as the gateway does (rest 17)', async () => {
  const bare = await museum.service.fetch(new Request('http://backend.test/rest/v1/rooms'))
  expect([bare.status, await bare.json()]).toEqual([
    401,
    { message: 'No API key found in request', hint: 'No `apikey` request header or url param was found.' },
  ])
  const wrong = await museum.request('/rooms', { key: 'sb_publishable_wrong' })
  expect([wrong.status, await wrong.json()]).toMatchObject([401, { message: 'Invalid API key' }])
  expect(
    (await museum.service.fetch(new Request('http://backend.test/rest/v1/rooms?apikey=sb_publishable_test'))).status,
  ).toBe(200)
})
