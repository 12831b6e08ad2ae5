import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { type DetailedError, Upload, type UploadOptions } from 'tus-js-client'
import { expect, test } from 'vitest'
import { toEtag } from '../../blobs/etag.ts'
import type { StorageService } from '../../service.ts'
import { ALICE, BOB, createExampleBuckets, createTestStorage, EXAMPLE_RULES, TEST_KEYS } from '../test-storage.ts'

const CHUNK_BYTES = 100_000
const MEBIBYTE = 1024 * 1024

interface Sent {
  url: string
  /** Of the requests, in order. */
  calls: string[]
}

async function setUp(options: Parameters<typeof createTestStorage>[0] = {}) {
  const storage = await createTestStorage({ sql: EXAMPLE_RULES, ...options })
  await createExampleBuckets(storage)
  const origin = await listen(storage.service, storage)
  const alice = { authorization: `Bearer ${await storage.signToken({ sub: ALICE })}` }
  const bob = { authorization: `Bearer ${await storage.signToken({ sub: BOB })}` }
  return Object.assign(storage, { endpoint: `${origin}/storage/v1/upload/resumable`, alice, bob })
}

/** Serves over a real socket until the end of the test; returns the origin. */
async function listen(service: StorageService, until: AsyncDisposable): Promise<string> {
  const server = createServer(getRequestListener((request) => service.fetch(request), { overrideGlobalObjects: false }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const dispose = until[Symbol.asyncDispose].bind(until)
  until[Symbol.asyncDispose] = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await dispose()
  }
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function sendByTus(content: Buffer, options: UploadOptions): Promise<Sent> {
  const calls: string[] = []
  return new Promise((resolve, reject) => {
    const upload: Upload = new Upload(content, {
      chunkSize: CHUNK_BYTES,
      retryDelays: null,
      onAfterResponse: (request, response) => void calls.push(`${request.getMethod()} ${response.getStatus()}`),
      onSuccess: () => resolve({ url: upload.url ?? '', calls }),
      onError: reject,
      ...options,
    })
    upload.start()
  })
}

type Body = Buffer | ReadableStream

/** Returns status and text of the response that ended an upload. */
async function findRefusal(sent: Promise<unknown>): Promise<[status: number | undefined, text: string | undefined]> {
  const error = await sent.then(
    () => undefined,
    (cause: DetailedError) => cause,
  )
  return [error?.originalResponse?.getStatus(), error?.originalResponse?.getBody().trim()]
}

const named = (objectName: string, more: Record<string, string> = {}) => ({
  bucketName: 'private',
  objectName,
  contentType: 'image/png',
  ...more,
})
const base64 = (text: string) => Buffer.from(text).toString('base64')

test('turns a file sent in pieces into one object with its metadata (storage 9)', async () => {
  await using storage = await setUp()
  const content = randomBytes(CHUNK_BYTES * 3 + 17)
  const metadata = named(`${ALICE}/big.png`, { cacheControl: '60', metadata: '{"colour":"red"}' })
  const { url, calls } = await sendByTus(content, { endpoint: storage.endpoint, headers: storage.alice, metadata })
  expect(calls).toEqual(['POST 201', 'PATCH 204', 'PATCH 204', 'PATCH 204', 'PATCH 204'])
  const id = Buffer.from(url.slice(storage.endpoint.length + 1), 'base64url').toString()
  expect(id).toMatch(new RegExp(`^private/${ALICE}/big\\.png/[0-9a-f-]{36}$`))

  const files = (await storage.as(ALICE)).storage.from('private')
  const { data: info } = await files.info(`${ALICE}/big.png`)
  expect(info).toMatchObject({
    size: content.length,
    contentType: 'image/png',
    cacheControl: 'max-age=60',
    metadata: { colour: 'red' },
    etag: toEtag(content),
  })
  const { data: file } = await files.download(`${ALICE}/big.png`)
  expect(Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(content)
  const [row] = await storage.database.connect('owner')`select owner_id from storage.objects`
  expect(row?.owner_id).toBe(ALICE)
})

test('stores the content encoding and rejects invalid ones (storage 9)', async () => {
  await using storage = await setUp()
  const send = (contentEncoding: string) =>
    sendByTus(Buffer.from('packed'), {
      endpoint: storage.endpoint,
      headers: storage.alice,
      metadata: named(`${ALICE}/a.png`, { contentEncoding }),
    })
  expect(await findRefusal(send('a b'))).toEqual([400, 'Invalid Content-Encoding header'])
  await send('gzip')
  const { data } = await (await storage.as(ALICE)).storage.from('private').info(`${ALICE}/a.png`)
  expect(data?.contentEncoding).toBe('gzip')
})

test('accepts uploads in one request, of deferred length, with data at creation, and empty (storage 9)', async () => {
  await using storage = await setUp()
  const content = randomBytes(250_000)
  const send = (name: string, options: UploadOptions, sent = content) =>
    sendByTus(sent, {
      endpoint: storage.endpoint,
      headers: storage.alice,
      metadata: named(`${ALICE}/${name}`),
      ...options,
    })
  expect((await send('whole', { chunkSize: Number.POSITIVE_INFINITY })).calls).toEqual(['POST 201', 'PATCH 204'])
  expect((await send('deferred', { uploadLengthDeferred: true })).calls[0]).toBe('POST 201')
  expect((await send('created', { uploadDataDuringCreation: true })).calls).toEqual([
    'POST 201',
    'PATCH 204',
    'PATCH 204',
  ])
  expect((await send('empty', {}, Buffer.alloc(0))).calls).toEqual(['POST 201'])
  const files = storage.admin.storage.from('private')
  for (const name of ['whole', 'deferred', 'created']) {
    expect((await files.info(`${ALICE}/${name}`)).data, name).toMatchObject({
      size: content.length,
      etag: toEtag(content),
    })
  }
  expect((await files.info(`${ALICE}/empty`)).data).toMatchObject({ size: 0, etag: toEtag(Buffer.alloc(0)) })
})

test('continues after a broken connection in another process (storage 9)', async () => {
  await using storage = await setUp()
  const other = await listen(await storage.startAnother(), storage)
  const content = randomBytes(600_000)
  let sentBytes = 0
  const first = new Upload(content, {
    endpoint: storage.endpoint,
    headers: storage.alice,
    metadata: named(`${ALICE}/broken.png`),
    chunkSize: CHUNK_BYTES,
    retryDelays: null,
    onChunkComplete: (_bytes, accepted) => {
      sentBytes = accepted
      if (accepted >= 300_000) void first.abort()
    },
  })
  first.start()
  await expect.poll(() => sentBytes).toBe(300_000)
  const uploadUrl = (first.url ?? '').replace(new URL(storage.endpoint).origin, other)
  const { calls } = await sendByTus(content, { uploadUrl, headers: storage.alice })
  expect(calls.slice(0, 2)).toEqual(['HEAD 200', 'PATCH 204'])
  expect(calls.length).toBeLessThanOrEqual(4)
  expect((await storage.admin.storage.from('private').info(`${ALICE}/broken.png`)).data?.etag).toBe(toEtag(content))
})

test('keeps the bytes of a request that breaks off (storage 9)', async () => {
  await using storage = await setUp()
  const location = await create(storage, { length: 1000 })
  const broken = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.alloc(400, 'a'))
      setTimeout(() => controller.error(new Error('the line is dead')), 300)
    },
  })
  await patch(storage, location, { offset: 0, body: broken })
  const head = await storage.service.fetch(tusRequest(location, 'HEAD', storage.alice))
  expect([head.status, head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual([
    200,
    '400',
    '1000',
  ])
  expect(head.headers.get('cache-control')).toBe('no-store')
  const last = await patch(storage, location, { offset: 400, body: Buffer.alloc(600, 'b') })
  expect([last.status, last.headers.get('upload-offset'), last.headers.get('tus-complete')]).toEqual([204, '1000', '1'])
  const text = await (await storage.admin.storage.from('private').download(`${ALICE}/a.png`)).data?.text()
  expect(text).toBe('a'.repeat(400) + 'b'.repeat(600))
  // A client that lost the last response learns that all has arrived.
  const again = await storage.service.fetch(tusRequest(location, 'HEAD', storage.alice))
  expect(again.headers.get('upload-offset')).toBe('1000')
})

test('hands the upload over when two processes write to it, with intact content (storage 9)', async () => {
  await using storage = await setUp()
  const other = await storage.startAnother()
  const location = await create(storage, { length: 1000 })
  let finish = () => {}
  const slow = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.alloc(300, 'a'))
      finish = () => controller.close()
    },
  })
  const first = patch(storage, location, { offset: 0, body: slow })
  await new Promise((resolve) => setTimeout(resolve, 300))
  // The second asks for the offset. The first stores its data and stops before the response is sent.
  const head = await other.fetch(tusRequest(location, 'HEAD', storage.alice))
  expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '300'])
  const body = Buffer.alloc(700, 'b')
  const second = await other.fetch(tusRequest(location, 'PATCH', { ...storage.alice, ...partHeaders(300) }, body))
  expect([second.status, second.headers.get('upload-offset')]).toEqual([204, '1000'])
  finish()
  await first
  const text = await (await storage.admin.storage.from('private').download(`${ALICE}/a.png`)).data?.text()
  expect(text).toBe('a'.repeat(300) + 'b'.repeat(700))
}, 20_000)

test('writes a part once when many requests send it (storage 9)', async () => {
  await using storage = await setUp()
  const other = await storage.startAnother()
  const location = await create(storage, { length: 500 })
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => {
      const service = index % 2 === 0 ? storage.service : other
      const headers = { ...storage.alice, ...partHeaders(0) }
      return service.fetch(tusRequest(location, 'PATCH', headers, Buffer.alloc(500, String(index))))
    }),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 204)).toHaveLength(1)
  for (const status of statuses) expect([204, 409, 423]).toContain(status)
  const text = (await (await storage.admin.storage.from('private').download(`${ALICE}/a.png`)).data?.text()) ?? ''
  expect(text).toBe((text[0] ?? '').repeat(500))
}, 20_000)

test('applies policies at creation and with every part (storage 9)', async () => {
  await using storage = await setUp()
  const content = randomBytes(1000)
  const send = (headers: Record<string, string>, name: string) =>
    sendByTus(content, { endpoint: storage.endpoint, headers, metadata: named(name) })
  const refused = [403, 'new row violates row-level security policy']
  expect(await findRefusal(send(storage.bob, `${ALICE}/a.png`))).toEqual(refused)
  expect(await findRefusal(send({ apikey: TEST_KEYS.publishableKey }, `${ALICE}/a.png`))).toEqual(refused)
  expect(await findRefusal(send({}, `${ALICE}/a.png`))).toEqual([
    400,
    "headers must have required property 'authorization'",
  ])
  expect((await findRefusal(send({ authorization: 'Bearer a.b.c' }, `${ALICE}/a.png`)))[0]).toBe(403)

  const location = await create(storage, { length: 1000 })
  expect((await patch(storage, location, { offset: 0, body: content.subarray(0, 500) })).status).toBe(204)
  await storage.database.connect('owner')`drop policy "accounts add to their folder" on storage.objects`
  const last = await patch(storage, location, { offset: 500, body: content.subarray(500) })
  expect([last.status, (await last.text()).trim()]).toEqual(refused)
  expect(await storage.database.connect('owner')`select from storage.objects`).toHaveLength(0)
})

test('keeps others who know the URL from continuing or deleting an upload (storage 9)', async () => {
  await using storage = await setUp({
    sql: `create policy "everyone writes" on storage.objects for insert to anon, authenticated with check (true)`,
  })
  const location = await create(storage, { length: 1000 })
  for (const method of ['PATCH', 'DELETE']) {
    const body = method === 'PATCH' ? Buffer.alloc(1000) : undefined
    const answer = await storage.service.fetch(
      tusRequest(location, method, { ...storage.bob, ...partHeaders(0) }, body),
    )
    expect([method, answer.status, await answer.text()]).toEqual([
      method,
      403,
      'The upload was begun by somebody else\n',
    ])
  }
  const elsewhere = Buffer.from(location.split('/').at(-1) ?? '', 'base64url')
    .toString()
    .replace('private/', 'shared/')
  const moved = `${storage.endpoint}/${Buffer.from(elsewhere).toString('base64url')}`
  expect((await patch(storage, moved, { offset: 0, body: Buffer.alloc(1000) })).status).toBe(404)
  expect((await patch(storage, location, { offset: 0, body: Buffer.alloc(1000) })).status).toBe(204)
})

test('replaces an existing object only with x-upsert, even one created meanwhile (storage 9)', async () => {
  await using storage = await setUp()
  const metadata = named(`${ALICE}/a.png`)
  const files = (await storage.as(ALICE)).storage.from('private')
  const location = await create(storage, { length: 3 })
  const first = await files.upload(`${ALICE}/a.png`, 'one', { contentType: 'image/png' })
  const late = await patch(storage, location, { offset: 0, body: Buffer.from('two') })
  expect([late.status, await late.text()]).toEqual([409, 'The resource already exists\n'])
  const plain = sendByTus(Buffer.from('two'), { endpoint: storage.endpoint, headers: storage.alice, metadata })
  expect(await findRefusal(plain)).toEqual([409, 'The resource already exists'])
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
    findRefusal(sendByTus(randomBytes(bytes), { endpoint: storage.endpoint, headers, metadata, ...options }))
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
  const answer = await storage.service.fetch(tusRequest(location, 'PATCH', { ...headers, ...partHeaders(0) }, body))
  expect(answer.status).toBe(413)
})

test('lets a visitor with a signed upload token write that object only (storage 9)', async () => {
  await using storage = await setUp()
  const key = `${ALICE}/signed.png`
  const { data } = await (await storage.as(ALICE)).storage.from('private').createSignedUploadUrl(key)
  const headers = { 'x-signature': data?.token ?? '' }
  const endpoint = `${storage.endpoint}/sign`
  const content = randomBytes(CHUNK_BYTES + 1)
  const other = sendByTus(content, { endpoint, headers, metadata: named(`${ALICE}/other.png`) })
  expect(await findRefusal(other)).toEqual([400, 'Invalid signature'])
  expect(await findRefusal(sendByTus(content, { endpoint, metadata: named(key) }))).toEqual([
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
  expect(await findRefusal(again)).toEqual([409, 'The resource already exists'])
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
  expect((await storage.service.fetch(tusRequest(finished, 'DELETE', storage.alice))).ok).toBe(false)
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
    const answer = await storage.service.fetch(tusRequest(url, method, headers, body))
    return [answer.status, answer.headers.get('content-type')?.startsWith('application/json') ?? false]
  }
  const right = { ...storage.alice, ...partHeaders(0) }
  expect(await send('PATCH', { ...right, 'tus-resumable': '0.2.2' })).toEqual([412, false])
  expect(await send('PATCH', { ...right, 'content-type': 'text/plain' })).toEqual([415, false])
  expect(await send('PATCH', { ...right, 'upload-offset': '50' })).toEqual([409, false])
  expect(await send('PATCH', { ...right, 'upload-offset': 'x' })).toEqual([400, false])
  expect(await send('PATCH', right, `${storage.endpoint}/nonsense`)).toEqual([404, false])
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

test('answers OPTIONS to anyone and exposes its headers to browsers (storage 9)', async () => {
  await using storage = await setUp()
  const answer = await storage.service.fetch(new Request(storage.endpoint, { method: 'OPTIONS' }))
  expect(answer.status).toBe(204)
  expect(answer.headers.get('tus-version')).toBe('1.0.0')
  expect(answer.headers.get('tus-extension')).toBe(
    'creation,creation-with-upload,creation-defer-length,termination,expiration',
  )
  expect(answer.headers.get('tus-max-size')).toBe(String(50 * MEBIBYTE))
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

type Storage = Awaited<ReturnType<typeof setUp>>

/** Creates an upload without the client; returns its URL. */
async function create(
  storage: Storage,
  { length, headers = storage.alice, name = `${ALICE}/a.png` }: { length: number; headers?: object; name?: string },
): Promise<string> {
  const metadata = `bucketName ${base64('private')},objectName ${base64(name)},contentType ${base64('image/png')}`
  const answer = await storage.service.fetch(
    tusRequest(storage.endpoint, 'POST', { ...headers, 'upload-length': String(length), 'upload-metadata': metadata }),
  )
  expect(answer.status, await answer.text()).toBe(201)
  return answer.headers.get('location') ?? ''
}

function patch(storage: Storage, url: string, { offset, body }: { offset: number; body: Body }): Promise<Response> {
  return storage.service.fetch(tusRequest(url, 'PATCH', { ...storage.alice, ...partHeaders(offset) }, body))
}

const partHeaders = (offset: number) => ({
  'content-type': 'application/offset+octet-stream',
  'upload-offset': String(offset),
})

function tusRequest(url: string, method: string, headers: object, body?: Body): Request {
  const { host } = new URL(url)
  const init = {
    method,
    headers: { 'tus-resumable': '1.0.0', host, ...headers },
    ...(body && { body, duplex: 'half' }),
  }
  return new Request(url, init as RequestInit)
}
