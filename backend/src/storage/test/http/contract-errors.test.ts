import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALICE, type TestStorage } from '../test-storage.ts'
import { ADMIN, createErrorStorage, form, json, type Requested, raw, sendRequest } from './test-requests.ts'

let storage: TestStorage
let alice: Record<string, string>

beforeAll(async () => {
  storage = await createErrorStorage()
  alice = { authorization: `Bearer ${await storage.signToken({ sub: ALICE })}` }
})
afterAll(() => storage[Symbol.asyncDispose]())

/** Request, statusCode, error, message and code (storage 2). The HTTP status is 400. */
const WIRE: [requested: () => Requested, statusCode: string, error: string, message: string, code: string][] = [
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
  async (requested, statusCode, error, message, code) => {
    await storage.admin.storage.from('private').upload('b.txt', 'x', { upsert: true })
    expect(await sendRequest(storage, requested())).toEqual([400, { statusCode, error, message, code }])
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
    const [status, body] = await sendRequest(storage, ['POST', `/object/private/raise/${state}`, raw('x')])
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
  expect(await raised('53100')).toEqual([
    507,
    '507',
    'InsufficientStorage',
    'The storage is full',
    'InsufficientStorage',
  ])
  expect(await raised('XX000')).toEqual([500, '500', 'DatabaseError', 'database error, code: XX000', 'DatabaseError'])
  expect(await storage.listBlobs()).toHaveLength(before.length)
})
