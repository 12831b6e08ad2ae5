import { randomBytes } from 'node:crypto'
import type { UploadOptions } from 'tus-js-client'
import { Upload } from 'tus-js-client'
import { expect, test } from 'vitest'
import { toEtag } from '../../blobs/etag.ts'
import { ALICE, TEST_KEYS } from '../test-storage.ts'
import {
  base64,
  CHUNK_BYTES,
  create,
  findRejection,
  MEBIBYTE,
  named,
  partHeaders,
  patch,
  sendByTus,
  setUp,
  tusRequest,
} from './test-uploads.ts'

test('applies policies at creation and with every part (storage 9)', async () => {
  await using storage = await setUp()
  const content = randomBytes(1000)
  const send = (headers: Record<string, string>, name: string) =>
    sendByTus(content, { endpoint: storage.endpoint, headers, metadata: named(name) })
  const rejected = [403, 'new row violates row-level security policy']
  expect(await findRejection(send(storage.bob, `${ALICE}/a.png`))).toEqual(rejected)
  expect(await findRejection(send({ apikey: TEST_KEYS.publishableKey }, `${ALICE}/a.png`))).toEqual(rejected)
  expect(await findRejection(send({}, `${ALICE}/a.png`))).toEqual([
    400,
    "headers must have required property 'authorization'",
  ])
  expect((await findRejection(send({ authorization: 'Bearer a.b.c' }, `${ALICE}/a.png`)))[0]).toBe(403)

  const location = await create(storage, { length: 1000 })
  expect((await patch(storage, location, { offset: 0, body: content.subarray(0, 500) })).status).toBe(204)
  await storage.database.connect('owner')`drop policy "accounts add to their folder" on storage.objects`
  const last = await patch(storage, location, { offset: 500, body: content.subarray(500) })
  expect([last.status, (await last.text()).trim()]).toEqual(rejected)
  expect(await storage.database.connect('owner')`select from storage.objects`).toHaveLength(0)
})

test('keeps others who know the URL from continuing or deleting an upload (storage 9)', async () => {
  await using storage = await setUp({
    sql: `create policy "everyone writes" on storage.objects for insert to anon, authenticated with check (true)`,
  })
  const location = await create(storage, { length: 1000 })
  for (const method of ['PATCH', 'DELETE']) {
    const body = method === 'PATCH' ? Buffer.alloc(1000) : undefined
    const response = await storage.service.fetch(
      tusRequest(location, method, { ...storage.bob, ...partHeaders(0) }, body),
    )
    expect([method, response.status, await response.text()]).toEqual([
      method,
      403,
      'The upload was begun by someone else\n',
    ])
  }
  const elsewhere = Buffer.from(location.split('/').at(-1) ?? '', 'base64url')
    .toString()
    .replace('private/', 'shared/')
  const moved = `${storage.endpoint}/${Buffer.from(elsewhere).toString('base64url')}`
  expect((await patch(storage, moved, { offset: 0, body: Buffer.alloc(1000) })).status).toBe(404)
  expect((await patch(storage, location, { offset: 0, body: Buffer.alloc(1000) })).status).toBe(204)
})

test('replaces an existing object only with x-upsert, even one created in the meantime (storage 9)', async () => {
  await using storage = await setUp()
  const metadata = named(`${ALICE}/a.png`)
  const files = (await storage.as(ALICE)).storage.from('private')
  const location = await create(storage, { length: 3 })
  const first = await files.upload(`${ALICE}/a.png`, 'one', { contentType: 'image/png' })
  const late = await patch(storage, location, { offset: 0, body: Buffer.from('two') })
  expect([late.status, await late.text()]).toEqual([409, 'The resource already exists\n'])
  const plain = sendByTus(Buffer.from('two'), { endpoint: storage.endpoint, headers: storage.alice, metadata })
  expect(await findRejection(plain)).toEqual([409, 'The resource already exists'])
  const headers = { ...storage.alice, 'x-upsert': 'true' }
  await sendByTus(Buffer.from('three'), { endpoint: storage.endpoint, headers, metadata })
  expect(await (await files.download(`${ALICE}/a.png`)).data?.text()).toBe('three')
  expect((await files.info(`${ALICE}/a.png`)).data?.id).toBe(first.data?.id)
})

test('applies the limits of bucket and installation at creation and while writing (storage 9)', async () => {
  await using storage = await setUp({ settings: { fileSizeLimitBytes: 2000 } })
  await storage.admin.storage.createBucket('small', {
    public: false,
    fileSizeLimit: 1000,
    allowedMimeTypes: ['image/*'],
  })
  const headers = { authorization: `Bearer ${TEST_KEYS.secretKey}` }
  const send = (metadata: Record<string, string>, bytes: number, options: UploadOptions = {}) =>
    findRejection(sendByTus(randomBytes(bytes), { endpoint: storage.endpoint, headers, metadata, ...options }))
  const small = { bucketName: 'small', objectName: 'a.png', contentType: 'image/png' }
  expect(await send(small, 1001)).toEqual([413, 'Maximum size exceeded'])
  expect(await send({ ...small, bucketName: 'private' }, 2001)).toEqual([413, 'Maximum size exceeded'])
  expect((await send(small, 1001, { uploadLengthDeferred: true }))[0]).toBe(413)
  expect(await send({ ...small, contentType: 'text/plain' }, 10)).toEqual([
    415,
    'mime type text/plain is not supported',
  ])
  expect(await send({ ...small, objectName: 'x/.emptyFolderPlaceholder' }, 1)).toEqual([413, 'Maximum size exceeded'])
  expect(await send(small, 1000)).toEqual([undefined, undefined])
  // More than declared.
  const location = await create(storage, { length: 10, headers })
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(Buffer.alloc(4))
    },
  })
  const response = await storage.service.fetch(tusRequest(location, 'PATCH', { ...headers, ...partHeaders(0) }, body))
  expect(response.status).toBe(413)
})

test('lets a visitor with a signed upload token write that object only (storage 9)', async () => {
  await using storage = await setUp()
  const key = `${ALICE}/signed.png`
  const { data } = await (await storage.as(ALICE)).storage.from('private').createSignedUploadUrl(key)
  const headers = { 'x-signature': data?.token ?? '' }
  const endpoint = `${storage.endpoint}/sign`
  const content = randomBytes(CHUNK_BYTES + 1)
  const other = sendByTus(content, { endpoint, headers, metadata: named(`${ALICE}/other.png`) })
  expect(await findRejection(other)).toEqual([400, 'Invalid signature'])
  expect(await findRejection(sendByTus(content, { endpoint, metadata: named(key) }))).toEqual([
    400,
    'Missing x-signature header',
  ])
  const { url } = await sendByTus(content, { endpoint, headers, metadata: named(key) })
  expect(url.startsWith(`${endpoint}/`)).toBe(true)
  const [row] = await storage.database.connect(
    'owner',
  )`select owner_id, metadata ->> 'eTag' as etag from storage.objects`
  expect(row).toEqual({ owner_id: ALICE, etag: toEtag(content) })
  const again = sendByTus(content, { endpoint, headers: { ...headers, 'x-upsert': 'true' }, metadata: named(key) })
  expect(await findRejection(again)).toEqual([409, 'The resource already exists'])
})

test('deletes an unfinished upload whose key was taken in the meantime (storage 9)', async () => {
  await using storage = await setUp()
  const [first, second] = [await create(storage, { length: 3 }), await create(storage, { length: 3 })]
  expect((await patch(storage, first, { offset: 0, body: Buffer.from('abc') })).status).toBe(204)
  await Upload.terminate(second, { headers: storage.alice })
  expect((await storage.service.fetch(tusRequest(second, 'HEAD', storage.alice))).status).toBe(404)
})

test('deletes an unfinished upload, but not a finished one (storage 9)', async () => {
  await using storage = await setUp()
  const location = await create(storage, { length: 1000 })
  await patch(storage, location, { offset: 0, body: Buffer.alloc(10) })
  await Upload.terminate(location, { headers: storage.alice })
  expect((await storage.service.fetch(tusRequest(location, 'HEAD', storage.alice))).status).toBe(404)
  const sql = storage.database.connect('owner')
  expect(await sql`select from storage.resumable_parts`).toHaveLength(0)
  expect(await sql`select from storage.blob_deletions`).toHaveLength(1)
  const finished = await create(storage, { length: 1, name: `${ALICE}/b.png` })
  await patch(storage, finished, { offset: 0, body: Buffer.alloc(1) })
  const kept = await storage.service.fetch(tusRequest(finished, 'DELETE', storage.alice))
  expect([kept.status, (await kept.text()).trim()]).toEqual([400, 'Cannot terminate an already completed upload'])
})

test('expires an upload with its data after a day (storage 9)', async () => {
  await using storage = await setUp()
  const location = await create(storage, { length: 1000 })
  const begun = await patch(storage, location, { offset: 0, body: Buffer.alloc(10) })
  const left = Date.parse(begun.headers.get('upload-expires') ?? '') - Date.now()
  expect(left / 3_600_000).toBeCloseTo(24, 1)
  const sql = storage.database.connect('owner')
  expect(await storage.service.cleaner.deleteExpiredUploads()).toBe(0)
  await sql`update storage.resumable_uploads set created_at = now() - interval '25 hours'`
  expect((await patch(storage, location, { offset: 10, body: Buffer.alloc(10) })).status).toBe(410)
  // The parts of an upload are not orphans until then.
  expect(await storage.service.cleaner.sweepOrphans(-1000)).toBe(0)
  expect(await storage.service.cleaner.deleteExpiredUploads()).toBe(1)
  await sql`update storage.blob_deletions set not_before = now()`
  expect(await storage.service.cleaner.deleteDue()).toBe(1)
})

test('reports protocol errors with their status as plain text (storage 9)', async () => {
  await using storage = await setUp()
  const location = await create(storage, { length: 100 })
  const send = async (method: string, headers: Record<string, string>, url = location) => {
    const body = method === 'PATCH' || method === 'POST' ? Buffer.alloc(10) : undefined
    const response = await storage.service.fetch(tusRequest(url, method, headers, body))
    return [response.status, response.headers.get('content-type')?.startsWith('application/json') ?? false]
  }
  const right = { ...storage.alice, ...partHeaders(0) }
  expect(await send('PATCH', { ...right, 'tus-resumable': '0.2.2' })).toEqual([412, false])
  expect(await send('PATCH', { ...right, 'content-type': 'text/plain' })).toEqual([415, false])
  expect(await send('PATCH', { ...right, 'upload-offset': '50' })).toEqual([409, false])
  expect(await send('PATCH', { ...right, 'upload-offset': 'x' })).toEqual([400, false])
  expect(await send('PATCH', right, `${storage.endpoint}/nonsense`)).toEqual([404, false])
  const part = { ...storage.alice, 'upload-length': '1', 'upload-concat': 'partial' }
  expect(await send('POST', part, storage.endpoint)).toEqual([400, false])
  expect(await send('POST', { ...storage.alice, 'upload-length': '1' }, storage.endpoint)).toEqual([400, false])
  const noBucket = { 'upload-metadata': `bucketName ${base64('none')},objectName ${base64('a')}` }
  expect(await send('POST', { ...storage.alice, 'upload-length': '1', ...noBucket }, storage.endpoint)).toEqual([
    404,
    false,
  ])
  const badKey = { 'upload-metadata': `bucketName ${base64('private')},objectName ${base64('ü')}` }
  expect(await send('POST', { ...storage.alice, 'upload-length': '1', ...badKey }, storage.endpoint)).toEqual([
    400,
    false,
  ])
})

test('responds to OPTIONS without credentials and exposes its headers to browsers (storage 9)', async () => {
  await using storage = await setUp()
  const response = await storage.service.fetch(new Request(storage.endpoint, { method: 'OPTIONS' }))
  expect(response.status).toBe(204)
  expect(response.headers.get('tus-version')).toBe('1.0.0')
  expect(response.headers.get('tus-extension')).toBe(
    'creation,creation-with-upload,creation-defer-length,termination,expiration',
  )
  expect(response.headers.get('tus-max-size')).toBe(String(50 * MEBIBYTE))
  const preflight = await storage.service.fetch(
    new Request(storage.endpoint, { method: 'OPTIONS', headers: { origin: 'https://app.example' } }),
  )
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH')
  expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('x-upsert')
  const location = await create(storage, { length: 1, headers: { ...storage.alice, origin: 'https://app.example' } })
  const head = await storage.service.fetch(tusRequest(location, 'HEAD', storage.alice))
  expect(head.headers.get('access-control-allow-origin')).toBe('*')
  expect(head.headers.get('access-control-expose-headers')?.toLowerCase()).toContain('upload-offset')
})

test('returns the public URL of an upload behind proxies (storage 9)', async () => {
  await using storage = await setUp()
  const at = (forwarded: Record<string, string>) =>
    create(storage, { length: 1, headers: { ...storage.alice, ...forwarded } }).then((url) => url.split('/upload/')[0])
  const { host } = new URL(storage.endpoint)
  expect(await at({})).toBe(`http://${host}/storage/v1`)
  const proxy = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'files.example.org' }
  expect(await at(proxy)).toBe('https://files.example.org/storage/v1')
  expect(await at({ ...proxy, 'x-forwarded-port': '8443' })).toBe('https://files.example.org:8443/storage/v1')
  expect(await at({ ...proxy, 'x-forwarded-port': '443', 'x-forwarded-prefix': '/spots' })).toBe(
    'https://files.example.org/spots/storage/v1',
  )
  expect(await at({ 'x-forwarded-host': 'evil.example/<x>', 'x-forwarded-prefix': '//evil' })).toBe(
    `http://${host}/storage/v1`,
  )
})
