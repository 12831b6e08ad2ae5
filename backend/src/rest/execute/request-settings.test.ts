import { expect, test } from 'vitest'
import { listSettings, renderPreRequest, toTag } from './request-settings.ts'

test('prevents the name of a role from closing the comment that contains it', () => {
  expect(toTag('anon', 'v1')).toBe('/*anon v1*/')
  for (const role of ['a*/; drop table x; /*', '', 'é', 'x'.repeat(64)])
    expect(toTag(role, 'v1')).toMatch(/^\/\*[0-9a-f]{16} v1\*\/$/)
})

test('sets the settings of the role before the role, and separates cookies from headers', () => {
  const settings = listSettings({
    caller: { role: 'anon', claims: { role: 'anon' } },
    searchPath: ['public', 'odd"schema', 'public'],
    roleSettings: [
      ['statement_timeout', '3s'],
      ['default_transaction_isolation', 'serializable'],
    ],
    routineSettings: [['statement_timeout', '1s']],
    method: 'GET',
    path: '/spots',
    headers: new Headers({ 'X-One': '1', cookie: 'a=1; b=x=y' }),
    appSettings: [],
    timezone: 'Asia/Tokyo',
  })
  expect(settings).toEqual([
    ['search_path', '"public", "odd""schema"'],
    ['statement_timeout', '3s'],
    ['role', 'anon'],
    ['request.jwt.claims', '{"role":"anon"}'],
    ['request.method', 'GET'],
    ['request.path', '/spots'],
    ['request.headers', '{"x-one":"1"}'],
    ['request.cookies', '{"a":"1","b":"x=y"}'],
    ['statement_timeout', '1s'],
    ['timezone', 'Asia/Tokyo'],
  ])
})

test('quotes the name of the pre-request function', () => {
  expect(renderPreRequest('public.check_request')).toBe('select "public"."check_request"()')
  expect(renderPreRequest(undefined)).toBeUndefined()
})

test('hides personal access tokens from the database, whose log may contain settings', () => {
  const settings = listSettings({
    caller: { role: 'authenticated', claims: {}, scoped: { memberId: 'a', mayWrite: false } },
    searchPath: ['public'],
    roleSettings: [],
    routineSettings: [],
    appSettings: [],
    timezone: undefined,
    method: 'GET',
    path: '/spots',
    headers: new Headers({ authorization: 'Bearer hab_secret', 'x-one': '1' }),
  })
  expect(settings).toContainEqual(['request.headers', '{"x-one":"1"}'])
})
