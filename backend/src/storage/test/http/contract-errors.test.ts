import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  ALICE,
  createExampleBuckets,
  createTestStorage,
  EXAMPLE_RULES,
  TEST_KEYS,
  type TestStorage,
} from '../test-storage.ts'

const ADMIN = { authorization: `Bearer ${TEST_KEYS.secretKey}` }
const JSON_TYPE = { 'content-type': 'application/json' }
let storage: TestStorage
let alice: Record<string, string>

beforeAll(async () => {
  storage = await createTestStorage({ sql: EXAMPLE_RULES, settings: { fileSizeLimitBytes: 5000 } })
  await createExampleBuckets(storage)
  alice = { authorization: `Bearer ${await storage.signToken({ sub: ALICE })}` }
  await storage.admin.storage.createBucket('images', {
    public: true,
    allowedMimeTypes: ['image/*'],
    fileSizeLimit: 100,
  })
  await storage.admin.storage.from('private').upload('a.txt', 'x')
})
afterAll(() => storage[Symbol.asyncDispose]())

type Asked = [method: string, path: string, init?: { headers?: Record<string, string>; body?: BodyInit }]

async function ask([method, path, init]: Asked): Promise<[status: number, body: unknown]> {
  const response = await storage.request(path, { method, ...init })
  return [response.status, await response.json()]
}
const json = (body: unknown, headers = ADMIN) => ({ headers: { ...headers, ...JSON_TYPE }, body: JSON.stringify(body) })
const raw = (body: BodyInit, headers: Record<string, string> = {}) => ({ body, headers: { ...ADMIN, ...headers } })
const form = (...parts: [name: string, value: string | Blob][]) => {
  const data = new FormData()
  for (const [name, value] of parts) data.append(name, value)
  return { headers: ADMIN, body: data }
}

/** Request, statusCode, error, message and code (storage 2). The HTTP status is 400. */
const WIRE: [asked: () => Asked, statusCode: string, error: string, message: string, code: string][] = [
  [() => ['GET', '/bucket/none', { headers: ADMIN }], '404', 'Bucket not found', 'Bucket not found', 'NoSuchBucket'],
  [() => ['GET', '/object/private/none', { headers: ADMIN }], '404', 'not_found', 'Object not found', 'NoSuchKey'],
  [
    () => ['POST', '/bucket', json({ name: 'a/b' })],
    '400',
    'Invalid Input',
    'Bucket name invalid',
    'InvalidBucketName',
  ],
  [() => ['POST', '/object/private/%23', raw('x')], '400', 'InvalidKey', 'Invalid key: #', 'InvalidKey'],
  [
    () => ['POST', '/bucket', json({ name: 'private' })],
    '409',
    'Duplicate',
    'The resource already exists',
    'BucketAlreadyExists',
  ],
  [
    () => ['POST', '/object/private/a.txt', raw('x')],
    '409',
    'Duplicate',
    'The resource already exists',
    'KeyAlreadyExists',
  ],
  [
    () => ['POST', '/object/move', json({ bucketId: 'private', sourceKey: 'b.txt', destinationKey: 'a.txt' })],
    '409',
    'Duplicate',
    'The resource already exists',
    'ResourceAlreadyExists',
  ],
  [
    () => ['DELETE', '/bucket/private', { headers: ADMIN }],
    '409',
    'ResourceNotEmpty',
    'The bucket you tried to delete is not empty',
    'ResourceNotEmpty',
  ],
  [
    () => ['POST', '/object/shared/a.txt', raw('x', alice)],
    '403',
    'Unauthorized',
    'new row violates row-level security policy',
    'AccessDenied',
  ],
  [
    () => ['GET', '/object/sign/private/a.txt?token=a.b.c', {}],
    '400',
    'InvalidJWT',
    'JWS Protected Header is invalid',
    'InvalidJWT',
  ],
  [
    () => ['POST', '/object/private/big.bin', raw('x'.repeat(5001))],
    '413',
    'Payload too large',
    'The object exceeded the maximum allowed size',
    'EntityTooLarge',
  ],
  [
    () => [
      'POST',
      '/object/private/meta',
      form(['metadata', JSON.stringify({ long: 'x'.repeat(1024 * 1024) })], ['', new Blob(['x'])]),
    ],
    '413',
    'Payload too large',
    'The user_metadata exceeded the maximum allowed size',
    'EntityTooLarge',
  ],
  [
    () => ['PUT', '/bucket/private', json({ file_size_limit: 5001 })],
    '413',
    'Payload too large',
    'The object exceeded the maximum allowed size',
    'EntityTooLarge',
  ],
  [
    () => ['POST', '/object/images/a', raw('x', { 'content-type': 'text/csv' })],
    '415',
    'invalid_mime_type',
    'mime type text/csv is not supported',
    'InvalidMimeType',
  ],
  [
    () => ['POST', '/object/images/a', raw('x', { 'content-type': 'nonsense' })],
    '415',
    'invalid_mime_type',
    'Invalid Content-Type header',
    'InvalidMimeType',
  ],
  [
    () => ['POST', '/object/private/none', form(['a', 'b'])],
    '400',
    'InvalidRequest',
    'No content provided',
    'InvalidRequest',
  ],
  [
    () => ['POST', '/object/private/robots', raw('x', { 'x-robots-tag': 'maybe' })],
    '400',
    'invalid_x_robots_tag',
    'Invalid X-Robots-Tag header: unknown rule "maybe"',
    'InvalidRequest',
  ],
  [
    () => ['POST', '/object/list-v2/private', json({ cursor: '?' })],
    '400',
    'InvalidParameter',
    'Invalid Parameter continuation token',
    'InvalidParameter',
  ],
  [
    () => ['POST', '/object/sign/private/a.txt', json({})],
    '400',
    'Error',
    "body must have required property 'expiresIn'",
    'InvalidRequest',
  ],
  [
    () => ['GET', '/object/sign/private/a.txt', {}],
    '400',
    'Error',
    "querystring must have required property 'token'",
    'InvalidRequest',
  ],
]

test.each(WIRE)(
  'renders errors with their four fields (storage 2) (%#)',
  async (asked, statusCode, error, message, code) => {
    await storage.admin.storage.from('private').upload('b.txt', 'x', { upsert: true })
    expect(await ask(asked())).toEqual([400, { statusCode, error, message, code }])
  },
)

test('translates database errors, with the few real statuses (storage 2)', async () => {
  const owner = storage.database.connect('owner', { max: 1 })
  await owner.unsafe(`create function raise_by_name() returns trigger language plpgsql as $$
      begin raise exception using errcode = split_part(new.name, '/', 2), message = 'words of the database'; end $$;
    create trigger raising before insert on storage.objects for each row when (new.name like 'raise/%')
      execute function raise_by_name()`)
  const before = await storage.listBlobs()
  const raised = async (state: string) => {
    const [status, body] = await ask(['POST', `/object/private/raise/${state}`, raw('x')])
    const { statusCode, error, message, code } = body as Record<string, string>
    return [status, statusCode, error, message, code]
  }
  expect(await raised('42501')).toEqual([400, '403', 'Unauthorized', 'words of the database', 'AccessDenied'])
  expect(await raised('23505')).toEqual([400, '409', 'Duplicate', 'The resource already exists', 'KeyAlreadyExists'])
  expect(await raised('23503')).toEqual([
    400,
    '404',
    'InvalidRequest',
    'The related resource does not exist',
    'InvalidRequest',
  ])
  expect(await raised('55P03')).toEqual([400, '423', 'ResourceLocked', 'The resource is locked', 'ResourceLocked'])
  expect((await raised('57014')).toSpliced(3, 1)).toEqual([544, '544', 'DatabaseTimeout', 'DatabaseTimeout'])
  expect((await raised('25006')).toSpliced(3, 1)).toEqual([400, '503', 'DatabaseReadOnly', 'DatabaseReadOnly'])
  expect((await raised('22P02')).toSpliced(3, 1)).toEqual([400, '400', 'InvalidParameter', 'InvalidParameter'])
  for (const state of ['42703', '42P01', '42P17']) expect((await raised(state)).slice(0, 2)).toEqual([400, '503'])
  expect(await raised('XX000')).toEqual([500, '500', 'DatabaseError', 'database error, code: XX000', 'DatabaseError'])
  expect(await storage.listBlobs()).toHaveLength(before.length)
})

/** Each request has two faults; the one that is checked first answers. */
test.each<[string, Asked, string]>([
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
])('checks in order: %s (storage 1)', async (_name, asked, message) => {
  expect(await ask(asked)).toMatchObject([expect.any(Number), { message }])
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
      ask([method, path, { headers: { ...headers, ...JSON_TYPE }, ...(body ? { body: JSON.stringify(body) } : {}) }])
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
    const [status, answer] = await send({ apikey: TEST_KEYS.publishableKey })
    const found = JSON.stringify(answer)
    // Lists are empty, and signing many reports each path as missing.
    expect(status === 200 ? found : 'refused').toMatch(
      /^(refused|\[\]|\{"hasNext":false,"folders":\[\],"objects":\[\]\}|.*"signedURL":null\}\])$/,
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
