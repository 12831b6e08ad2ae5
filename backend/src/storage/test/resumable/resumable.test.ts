import { randomBytes } from 'node:crypto'
import type { UploadOptions } from 'tus-js-client'
import { Upload } from 'tus-js-client'
import { expect, test } from 'vitest'
import { toEtag } from '../../blobs/etag.ts'
import { ALICE } from '../test-storage.ts'
import {
  CHUNK_BYTES,
  create,
  findRejection,
  listen,
  named,
  partHeaders,
  patch,
  sendByTus,
  setUp,
  tusRequest,
} from './test-uploads.ts'

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
  expect(Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer()).equals(content)).toBe(true)
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
  expect(await findRejection(send('a b'))).toEqual([400, 'Invalid Content-Encoding header'])
  await send('gzip')
  const { data } = await (await storage.as(ALICE)).storage.from('private').info(`${ALICE}/a.png`)
  expect(data?.contentEncoding).toBe('gzip')
})

test('accepts empty uploads, and those in one request, of deferred length or with data at creation (storage 9)', async () => {
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

test('resumes in another process after a broken connection (storage 9)', async () => {
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
  // The body breaks off only after its bytes were read, because an error discards bytes that are still queued.
  let isRead = false
  const pull = (controller: ReadableStreamDefaultController) => {
    if (isRead) setTimeout(() => controller.error(new Error('the line is dead')), 300)
    else controller.enqueue(Buffer.alloc(400, 'a'))
    isRead = true
  }
  const broken = new ReadableStream({ pull }, { highWaterMark: 0 })
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
  // A client that lost the last response finds out that everything has arrived.
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
  // The second requests the offset. The first stores its data and stops before the response is sent.
  const head = await other.fetch(tusRequest(location, 'HEAD', storage.alice))
  expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '300'])
  const body = Buffer.alloc(700, 'b')
  const second = await other.fetch(tusRequest(location, 'PATCH', { ...storage.alice, ...partHeaders(300) }, body))
  expect([second.status, second.headers.get('upload-offset')]).toEqual([204, '1000'])
  finish()
  await first
  const text = await (await storage.admin.storage.from('private').download(`${ALICE}/a.png`)).data?.text()
  expect(text).toBe('a'.repeat(300) + 'b'.repeat(700))
})

test('writes a part once when many requests send it (storage 9)', async () => {
  await using storage = await setUp()
  const other = await storage.startAnother()
  const location = await create(storage, { length: 500 })
  const responses = await Promise.all(
    Array.from({ length: 6 }, (_, index) => {
      const service = index % 2 === 0 ? storage.service : other
      const headers = { ...storage.alice, ...partHeaders(0) }
      return service.fetch(tusRequest(location, 'PATCH', headers, Buffer.alloc(500, String(index))))
    }),
  )
  const statuses = responses.map(({ status }) => status)
  expect(statuses.filter((status) => status === 204)).toHaveLength(1)
  for (const status of statuses) expect([204, 409, 423]).toContain(status)
  const text = (await (await storage.admin.storage.from('private').download(`${ALICE}/a.png`)).data?.text()) ?? ''
  expect(text).toBe((text[0] ?? '').repeat(500))
})
