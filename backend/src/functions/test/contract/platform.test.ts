import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestFunctions,
  JWT_SECRET,
  serve,
  TEST_KEYS,
  type TestFunctions,
  withoutTokens,
} from '../test-functions.ts'

let functions: TestFunctions

beforeAll(async () => {
  functions = await createTestFunctions({
    'config.toml': `${withoutTokens('open', 'cors', 'unloadable', 'silent', 'throwing', 'page', 'prototype')}
[functions.off]
enabled = false
[functions.constructor]
enabled = false
`,
    'functions/locked/index.ts': serve("() => new Response('inside')"),
    'functions/open/index.ts': serve("(request) => new Response(request.method, { headers: { 'x-own': 'yes' } })"),
    'functions/off/index.ts': serve("() => new Response('off')"),
    'functions/constructor/index.ts': serve("() => new Response('off')"),
    'functions/prototype/index.ts': serve("() => new Response('open')"),
    'functions/cors/index.ts': serve(
      "() => new Response('ok', { headers: { 'access-control-allow-origin': 'https://only.example' } })",
    ),
    'functions/unloadable/index.ts': "throw new Error('secret of the module')",
    'functions/throwing/index.ts': serve("() => { throw new Error('failed') }"),
    'functions/silent/index.ts': 'export const nothing = 1',
    'functions/page/index.ts': serve(
      "() => new Response('<script>', { headers: { 'content-type': 'text/html; charset=utf-8' } })",
    ),
    'functions/_shared/index.ts': serve("() => new Response('shared')"),
    'functions/no-index/other.ts': '',
  })
})

afterAll(() => functions[Symbol.asyncDispose]())

const asBearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const unsigned = (header: unknown) =>
  `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${Buffer.from('{}').toString('base64url')}.c2ln`

async function sendRequest(
  path: string,
  init?: RequestInit,
): Promise<[status: number, body: unknown, response: Response]> {
  const response = await functions.request(path, init)
  return [response.status, await response.json(), response]
}

test('returns 400 without a name (functions 2.1)', async () => {
  const missing = { msg: 'missing function name in request' }
  for (const path of ['', '/', '//open', '/?a=1']) expect((await sendRequest(path)).slice(0, 2)).toEqual([400, missing])
})

test.each(['unknown', '_shared', 'no-index', 'off', '1st', 'open.ts', 'OPEN', 'constructor', '__proto__', 'toString'])(
  'returns 404 for %s (functions 2.2)',
  async (name) => {
    const [status, body] = await sendRequest(`/${name}`)
    expect([status, body]).toEqual([404, { code: 'NOT_FOUND', message: 'Requested function was not found' }])
  },
)

test('returns 405 for other methods and passes HEAD on as GET (functions 2.2)', async () => {
  const [status, body] = await sendRequest('/open', { method: 'PROPFIND' })
  expect([status, body]).toEqual([405, { code: 'METHOD_NOT_ALLOWED', message: 'Method not allowed' }])
  const head = await functions.request('/open', { method: 'HEAD' })
  expect([head.status, head.headers.get('x-own'), await head.text()]).toEqual([200, 'yes', ''])
})

const rejections: [name: string, init: () => Promise<RequestInit | undefined>, code: string, message: string][] = [
  ['no header', async () => undefined, 'UNAUTHORIZED_NO_AUTH_HEADER', 'Missing authorization header'],
  [
    'only an API key',
    async () => ({ headers: { apikey: TEST_KEYS.secretKey } }),
    'UNAUTHORIZED_NO_AUTH_HEADER',
    'Missing authorization header',
  ],
  [
    'an API key as bearer',
    async () => asBearer(TEST_KEYS.secretKey),
    'UNAUTHORIZED_INVALID_JWT_FORMAT',
    'Invalid JWT format',
  ],
  [
    'another scheme',
    async () => ({ headers: { authorization: 'Basic YTpi' } }),
    'UNAUTHORIZED_INVALID_JWT_FORMAT',
    'Invalid JWT format',
  ],
  ['a header that is not JSON', async () => asBearer('a.b.c'), 'UNAUTHORIZED_INVALID_JWT_FORMAT', 'Invalid JWT format'],
  [
    'a header without algorithm',
    async () => asBearer(unsigned({})),
    'UNAUTHORIZED_INVALID_JWT_FORMAT',
    'Invalid JWT format',
  ],
  [
    'no algorithm',
    async () => asBearer(unsigned({ alg: 'none' })),
    'UNAUTHORIZED_UNSUPPORTED_TOKEN_ALGORITHM',
    'Unsupported JWT algorithm none',
  ],
  [
    'a shared secret that is not ours',
    async () => asBearer(unsigned({ alg: 'HS256' })),
    'UNAUTHORIZED_LEGACY_JWT',
    'Invalid JWT',
  ],
  ['a wrong signature', async () => asBearer(unsigned({ alg: 'ES256' })), 'UNAUTHORIZED_ASYMMETRIC_JWT', 'Invalid JWT'],
  [
    'an expired token',
    async () => asBearer(await functions.signToken({ exp: 1 })),
    'UNAUTHORIZED_ASYMMETRIC_JWT',
    'Invalid JWT',
  ],
]

test.each(rejections)('rejects %s with 401 (functions 2.3)', async (_name, init, code, message) => {
  const [status, body, { headers }] = await sendRequest('/locked', await init())
  expect([status, body, headers.get('sb-error-code')]).toEqual([401, { code, message, msg: message }, code])
  expect(headers.get('x-relay-error')).toBeNull()
})

test('accepts tokens of any role, signed with our key or the shared secret (functions 2.3)', async () => {
  const shared = await new SignJWT({ role: 'anon' }).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(JWT_SECRET))
  for (const token of [await functions.signToken({ role: 'anon' }), await functions.signToken(), shared]) {
    expect(await (await functions.request('/locked', asBearer(token))).text()).toBe('inside')
  }
})

test('applies the settings of functions that are named like object properties (functions 2.3)', async () => {
  expect((await functions.request('/prototype')).status).toBe(200)
  expect((await functions.request('/constructor', asBearer(await functions.signToken()))).status).toBe(404)
})

test('requires no token for OPTIONS (functions 2.3)', async () => {
  expect((await functions.request('/locked', { method: 'OPTIONS' })).status).toBe(200)
})

test.each(['unloadable', 'silent'])('returns 503 for the module %s without details (functions 2.5)', async (name) => {
  const { error, response } = await functions.visitor.invoke(name)
  expect([error.name, response?.status, response?.headers.get('sb-error-code')]).toEqual([
    'FunctionsRelayError',
    503,
    'BOOT_ERROR',
  ])
  expect(await error.context.text()).not.toContain('secret of the module')
})

test('returns 504 when the handler does not respond in time (functions 2.5)', async () => {
  const files = {
    'config.toml': withoutTokens('slow'),
    'functions/slow/index.ts': serve('() => new Promise(() => {})'),
  }
  await using slow = await createTestFunctions(files, { responseTimeoutMs: 200 })
  const { error, response } = await slow.visitor.invoke('slow')
  expect([error.name, response?.status]).toEqual(['FunctionsRelayError', 504])
  expect(response?.headers.get('sb-error-code')).toBe('IDLE_TIMEOUT')
})

test('marks only responses sent in place of the handler as relay errors (functions 2.6)', async () => {
  const read = async (path: string) => {
    const { status, headers } = await functions.request(path)
    return [status, headers.get('x-relay-error')]
  }
  expect(await read('/unloadable')).toEqual([503, 'true'])
  expect(await read('/throwing')).toEqual([500, null])
  expect(await read('/open')).toEqual([200, null])
})

test('allows every origin only on responses of the platform (functions 2.7)', async () => {
  const [, , { headers }] = await sendRequest('/unknown', { headers: { origin: 'https://other.example' } })
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('access-control-expose-headers')).toBe('sb-error-code, x-relay-error, sb-request-id')
  const own = await functions.request('/cors')
  expect(own.headers.get('access-control-allow-origin')).toBe('https://only.example')
  expect((await functions.request('/open')).headers.get('access-control-allow-origin')).toBeNull()
})

test('accepts the preflight of an unknown function, so that browsers see the 404 (functions 2.7)', async () => {
  const preflight = await functions.request('/unknown', {
    method: 'OPTIONS',
    headers: { origin: 'https://other.example', 'access-control-request-method': 'POST' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')).toBe(
    'authorization, x-client-info, apikey, content-type, x-region',
  )
  expect(await (await functions.request('/open', { method: 'OPTIONS' })).text()).toBe('OPTIONS')
})

test('sends HTML in response to GET as plain text (functions 2.9)', async () => {
  const { headers } = await functions.request('/page')
  expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
    'text/plain; charset=utf-8',
    'nosniff',
  ])
  const posted = await functions.request('/page', { method: 'POST' })
  expect(posted.headers.get('content-type')).toBe('text/html; charset=utf-8')
})
