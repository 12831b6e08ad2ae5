import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { callHttpHook } from '../../domain/hooks/http-hook.ts'
import { createTestAuth, PASSWORD } from '../test-auth.ts'
import { EMAIL, hooked, type Responder, SECRET, signUp, startHook } from './test-hook.ts'

/**
 * Calls a hook over HTTP without the rest of the service, so that the tests that wait for its timeouts run together.
 */
function call(uri: string): Promise<Record<string, unknown>> {
  return callHttpHook({ uri, secrets: [SECRET], id: randomUUID(), sentAt: new Date() }, {})
}

test.concurrent('retries a busy hook with the same message (auth 6.9)', async () => {
  await using hook = await startHook((response, _call, count) => {
    if (count < 3) response.writeHead(503, { 'retry-after': 'true' }).end()
    else response.writeHead(204).end()
  })
  expect(await call(hook.url)).toEqual({})
  expect(new Set(hook.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(hook.calls).toHaveLength(3)
})

test.concurrent.each<[string, Responder, number, string]>([
  ['hangs', () => undefined, 422, 'hook_timeout'],
  ['is always busy', (response) => response.writeHead(429).end(), 422, 'hook_timeout_after_retry'],
  ['closes the connection', (response) => response.destroy(), 422, 'hook_timeout_after_retry'],
  ['redirects', (response) => response.writeHead(302, { location: '/' }).end(), 500, 'unexpected_failure'],
  [
    'returns too much data',
    (response) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ x: 'x'.repeat(205_000) })),
    422,
    'hook_payload_over_size_limit',
  ],
  [
    'returns a type other than JSON',
    (response) => response.setHeader('content-type', 'text/html').end('{}'),
    400,
    'hook_payload_invalid_content_type',
  ],
  [
    'returns invalid JSON',
    (response) => response.setHeader('content-type', 'application/json').end('{'),
    500,
    'unexpected_failure',
  ],
])('turns a hook that %s into an error within its time (auth 6.9)', async (_what, responder, status, code) => {
  await using hook = await startHook(responder)
  const startedAt = performance.now()
  await expect(call(hook.url)).rejects.toMatchObject({ status, code })
  expect(performance.now() - startedAt).toBeLessThan(8_000)
})

test('responds with an error that omits the message of a failed hook, and logs no secret (auth 6.9)', async () => {
  await using hook = await startHook((response: ServerResponse) => response.writeHead(500).end('secret of the hook'))
  await using auth = await createTestAuth(hooked('BEFORE_USER_CREATED', hook.url))
  const result = await auth.request('/signup', { json: { email: EMAIL, password: PASSWORD } })
  expect([result.status, result.headers.get('x-sb-error-code')]).toEqual([500, 'unexpected_failure'])
  expect(await result.text()).not.toContain('secret of the hook')
  expect(auth.logged.join()).not.toContain(SECRET.slice(10))
})

test('calls a database function as hook within the transaction, and lets it reject (auth 6.9)', async () => {
  await using auth = await createTestAuth(
    {
      ...hooked('CUSTOM_ACCESS_TOKEN', 'pg-functions://postgres/private/add_plan'),
      ...hooked('BEFORE_USER_CREATED', 'pg-functions://postgres/private/reject_bob'),
      GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
    },
    { ownDatabase: true },
  )
  await auth.sql.unsafe(`
    grant usage on schema private to supabase_auth_admin;
    create function private.add_plan(event jsonb) returns jsonb language plpgsql security definer set search_path = '' as $$
    begin
      return jsonb_build_object('claims', event -> 'claims' || jsonb_build_object('known',
        (select count(*) from auth.users where id = (event ->> 'user_id')::uuid)));
    end $$;
    create function private.reject_bob(event jsonb) returns jsonb language sql set search_path = '' as $$
      select case when event -> 'user' ->> 'email' like 'bob%'
        then jsonb_build_object('error', jsonb_build_object('http_code', 403, 'message', 'Not Bob')) else '{}' end $$;
    grant execute on all functions in schema private to supabase_auth_admin;`)
  const { data } = await auth.client().auth.signInAnonymously()
  expect(decodeJwt(data.session?.access_token ?? '').known).toBe(1)
  expect((await signUp(auth, 'bob@example.org')).error).toMatchObject({ status: 403, message: 'Not Bob' })
})

test.each([
  ["raise exception 'Closed on Sundays'", 400, 'Closed on Sundays'],
  ['perform pg_sleep(5)', 422, 'Failed to reach hook within its maximum time'],
  ["raise sqlstate 'PT418' using message = 'Teapot'", 418, 'Teapot'],
])(
  'turns a function that does %s into an error response within two seconds (auth 6.9)',
  async (body, status, message) => {
    await using auth = await createTestAuth(
      hooked('BEFORE_USER_CREATED', 'pg-functions://postgres/private/"odd"name'),
      {
        ownDatabase: true,
      },
    )
    await auth.sql.unsafe(`
    grant usage on schema private to supabase_auth_admin;
    create function private."""odd""name"(event jsonb) returns jsonb language plpgsql as $$ begin ${body}; return '{}'; end $$;
    grant execute on all functions in schema private to supabase_auth_admin;`)
    const startedAt = performance.now()
    expect((await signUp(auth)).error).toMatchObject({ status, message })
    expect(performance.now() - startedAt).toBeLessThan(4_000)
  },
)
