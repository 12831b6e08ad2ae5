import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALICE, TEST_KEYS, type TestStorage } from '../test-storage.ts'
import { ADMIN, createErrorStorage, json, type Requested, raw, sendRequest } from './test-requests.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
let storage: TestStorage

beforeAll(async () => {
  storage = await createErrorStorage()
})
afterAll(() => storage[Symbol.asyncDispose]())

/** Each request has two faults. The response reports the one that is checked first. */
test.each<[string, Requested, string]>([
  [
    'a route before a token',
    ['PATCH', '/bucket', { headers: { authorization: 'Bearer x' } }],
    'Route PATCH:/bucket not found',
  ],
  [
    'a body before a token',
    ['POST', '/bucket', json({}, { authorization: 'Bearer x' })],
    "body must have required property 'name'",
  ],
  [
    'a token before a bucket',
    ['POST', '/object/list/a%2Fb', json({ prefix: '' }, { authorization: 'Bearer x' })],
    'Invalid Compact JWS',
  ],
  ['a bucket before a key', ['POST', '/object/a%2Fb/%23', raw('x')], 'Bucket name invalid'],
  [
    'a bucket that is there before a type',
    ['POST', '/object/none/a', raw('x', { 'content-type': 'x' })],
    'Bucket not found',
  ],
  [
    'a type before a size',
    ['POST', '/object/images/a', raw('x'.repeat(200), { 'content-type': 'text/csv', 'content-length': '200' })],
    'mime type text/csv is not supported',
  ],
  [
    'a size before a key',
    ['POST', '/object/images/%23', raw('x'.repeat(200), { 'content-type': 'image/png', 'content-length': '200' })],
    'The object exceeded the maximum allowed size',
  ],
  [
    'a key before a right',
    [
      'POST',
      '/object/images/%23',
      raw('x', { 'content-type': 'image/png', authorization: `Bearer ${TEST_KEYS.publishableKey}` }),
    ],
    'Invalid key: #',
  ],
])('checks in order: %s (storage 1)', async (_name, requested, message) => {
  expect(await sendRequest(storage, requested)).toMatchObject([expect.any(Number), { message }])
})

/** Every URL of classes A and S. */
const GUARDED: [method: string, path: string, body?: object][] = [
  ['POST', '/bucket', { name: 'x' }],
  ['GET', '/bucket'],
  ['GET', '/bucket/private'],
  ['PUT', '/bucket/private', { public: true }],
  ['DELETE', '/bucket/private'],
  ['POST', '/bucket/private/empty'],
  ['GET', '/bucket/private/lifecycle'],
  ['POST', '/object/private/x'],
  ['PUT', '/object/private/x'],
  ['DELETE', '/object/private/a.txt'],
  ['DELETE', '/object/private', { prefixes: ['a.txt'] }],
  ['POST', '/object/sign/private/a.txt', { expiresIn: 1 }],
  ['POST', '/object/sign/private', { expiresIn: 1, paths: ['a.txt'] }],
  ['POST', '/object/upload/sign/private/x', {}],
  ['POST', '/object/list/private', { prefix: '' }],
  ['POST', '/object/list-v2/private', {}],
  ['POST', '/object/move', { bucketId: 'private', sourceKey: 'a.txt', destinationKey: 'z' }],
  ['POST', '/object/copy', { bucketId: 'private', sourceKey: 'a.txt', destinationKey: 'z' }],
  ['GET', '/object/authenticated/private/a.txt'],
  ['GET', '/object/info/authenticated/private/a.txt'],
  ['GET', '/render/image/authenticated/private/a.txt'],
  ['DELETE', '/cdn/private/a.txt'],
]

test.each(GUARDED)(
  '%s %s requires a credential, verifies it and applies RLS (storage 1)',
  async (method, path, body) => {
    const send = async (headers: Record<string, string>) =>
      sendRequest(storage, [
        method,
        path,
        { headers: { ...headers, ...JSON_TYPE }, ...(body ? { body: JSON.stringify(body) } : {}) },
      ])
    expect(await send({})).toEqual([
      400,
      {
        statusCode: '400',
        error: 'Error',
        message: "headers must have required property 'authorization'",
        code: 'InvalidRequest',
      },
    ])
    expect(await send({ authorization: 'Bearer a.b.c' })).toEqual([
      400,
      { statusCode: '403', error: 'Unauthorized', message: 'JWS Protected Header is invalid', code: 'AccessDenied' },
    ])
    const expired = await storage.signToken({ sub: ALICE, exp: 1_600_000_000 })
    expect(await send({ authorization: `Bearer ${expired}` })).toMatchObject([
      400,
      { code: 'AccessDenied', message: '"exp" claim timestamp check failed' },
    ])
    const [status, response] = await send({ apikey: TEST_KEYS.publishableKey })
    const found = JSON.stringify(response)
    // Lists are empty, and signing many reports each path as missing.
    expect(status === 200 ? found : 'rejected').toMatch(
      /^(rejected|\[\]|\{"hasNext":false,"folders":\[\],"objects":\[\]\}|.*"signedURL":null\}\])$/,
    )
    expect(found).not.toContain('"id":"private"')
  },
)

test('rejects a resumable upload without metadata (storage 9)', async () => {
  const headers = { ...ADMIN, 'tus-resumable': '1.0.0', 'upload-length': '1' }
  const response = await storage.request('/upload/resumable', { method: 'POST', headers })
  expect([response.status, (await response.text()).trim()]).toEqual([400, 'Metadata header is required'])
})

test('allows and exposes every header of the contract to other origins (storage 1)', async () => {
  const response = await storage.request('/object/private/a', {
    method: 'OPTIONS',
    headers: { origin: 'https://a.example', 'access-control-request-method': 'PUT' },
  })
  const names = (header: string) =>
    (response.headers.get(header) ?? '')
      .toLowerCase()
      .split(',')
      .map((name) => name.trim())
  expect(names('access-control-allow-headers')).toEqual(
    expect.arrayContaining(
      'authorization apikey content-type cache-control range if-none-match if-modified-since x-client-info x-upsert x-metadata x-robots-tag x-signature tus-resumable upload-length upload-offset upload-metadata upload-defer-length content-encoding'.split(
        ' ',
      ),
    ),
  )
  expect(names('access-control-allow-methods').toSorted()).toEqual([
    'delete',
    'get',
    'head',
    'options',
    'patch',
    'post',
    'put',
  ])
  const read = await storage.request('/bucket', { headers: { ...ADMIN, origin: 'https://a.example' } })
  const exposed = (read.headers.get('access-control-expose-headers') ?? '').toLowerCase()
  for (const name of 'etag content-length content-range content-disposition last-modified location tus-resumable upload-offset upload-expires'.split(
    ' ',
  )) {
    expect(exposed).toContain(name)
  }
})
