import { expect, test } from 'vitest'
import { ALICE, BOB, createExampleBuckets, createTestStorage, EXAMPLE_RULES, TEST_KEYS } from '../test-storage.ts'

const ADMIN = { authorization: `Bearer ${TEST_KEYS.secretKey}` }

async function setUp(options: Parameters<typeof createTestStorage>[0] = {}) {
  const storage = await createTestStorage({ sql: EXAMPLE_RULES, ...options })
  await createExampleBuckets(storage)
  return storage
}

test('rejects an upload without a credential before anything else (storage 1)', async () => {
  await using storage = await setUp()
  const response = await storage.request('/object/private/a.txt', { method: 'POST', body: 'x' })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    statusCode: '400',
    error: 'Error',
    message: "headers must have required property 'authorization'",
    code: 'InvalidRequest',
  })
})

test('stores files, texts and forms from apps unchanged (storage 5)', async () => {
  await using storage = await setUp()
  const bucket = storage.admin.storage.from('private')
  const bytes = new Uint8Array(300_000).map((_, index) => index % 251)
  const form = new FormData()
  form.append('picture', new Blob([bytes], { type: 'image/png' }), 'picture.png')

  const uploads = [
    await bucket.upload('blob.bin', new Blob([bytes], { type: 'image/png' }), { metadata: { colour: 'red' } }),
    await bucket.upload('buffer.bin', bytes, { contentType: 'image/png', cacheControl: '60' }),
    await bucket.upload('form.bin', form, { cacheControl: '120', metadata: { colour: 'blue' } }),
    await bucket.upload('empty.bin', new Uint8Array(), { contentType: 'image/png' }),
  ]
  expect(uploads.map((upload) => upload.error)).toEqual([null, null, null, null])
  expect(uploads[0]?.data).toEqual({ path: 'blob.bin', fullPath: 'private/blob.bin', id: expect.any(String) })
  for (const name of ['blob.bin', 'buffer.bin', 'form.bin']) {
    const { data } = await bucket.download(name)
    expect(data?.type).toBe('image/png')
    expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).equals(bytes)).toBe(true)
  }
  expect((await bucket.download('empty.bin')).data?.size).toBe(0)
  expect((await bucket.info('blob.bin')).data?.metadata).toEqual({ colour: 'red' })
  expect((await bucket.info('buffer.bin')).data?.cacheControl).toBe('max-age=60')
  const info = (await bucket.info('form.bin')).data
  expect(info?.metadata).toEqual({ colour: 'blue' })
  expect(info?.cacheControl).toBe('max-age=120')
})

test('applies policies to uploads and stores nothing of rejected ones (storage 10.1)', async () => {
  await using storage = await setUp()
  const alice = await storage.as(ALICE)
  const own = await alice.storage.from('private').upload(`${ALICE}/note.txt`, 'mine')
  expect(own.error).toBeNull()
  for (const client of [storage.visitor, await storage.as(BOB)]) {
    const { error } = await client.storage.from('private').upload(`${ALICE}/other.txt`, 'not yours')
    expect(error).toMatchObject({
      status: 400,
      statusCode: '403',
      message: 'new row violates row-level security policy',
    })
  }
  const sql = storage.database.connect('owner')
  const rows = await sql`select name, owner, owner_id from storage.objects`
  expect([...rows]).toEqual([{ name: `${ALICE}/note.txt`, owner: ALICE, owner_id: ALICE }])
  expect(await storage.listBlobs()).toHaveLength(1)
})

test('replaces an object only with upsert, and keeps its id and creation time (storage 5)', async () => {
  await using storage = await setUp()
  const bucket = (await storage.as(ALICE)).storage.from('private')
  const key = `${ALICE}/note.txt`
  const first = await bucket.upload(key, 'one')
  expect((await bucket.upload(key, 'two')).error).toMatchObject({
    statusCode: '409',
    message: 'The resource already exists',
  })
  const second = await bucket.upload(key, 'three', { upsert: true })
  expect(second.data?.id).toBe(first.data?.id)
  expect(await (await bucket.download(key)).data?.text()).toBe('three')
  expect((await bucket.update(key, 'four')).error).toBeNull()
  expect(await (await bucket.download(key)).data?.text()).toBe('four')
  const [queued] = await storage.database.connect('owner')`select count(*)::int as count from storage.blob_deletions`
  expect(queued?.count).toBe(2)
})

test('rejects upsert without permission to select or update (storage 10.1)', async () => {
  await using storage = await setUp()
  const bucket = (await storage.as(ALICE)).storage.from('public')
  expect((await bucket.upload(`${ALICE}/a.txt`, 'one')).error).toBeNull()
  expect((await bucket.upload(`${ALICE}/a.txt`, 'two', { upsert: true })).error).toMatchObject({ statusCode: '403' })
  expect((await bucket.upload(`${ALICE}/b.txt`, 'two', { upsert: true })).error).toMatchObject({ statusCode: '403' })
})

test('lets exactly one of many racing creates win (storage 5)', async () => {
  await using storage = await setUp()
  const bucket = storage.admin.storage.from('private')
  const uploads = await Promise.all(
    Array.from({ length: 8 }, (_, index) => bucket.upload('race.txt', `writer ${index}`)),
  )
  expect(uploads.filter((upload) => upload.error === null)).toHaveLength(1)
  expect(uploads.flatMap(({ error }) => (error ? [error.message] : []))).toEqual(
    Array.from({ length: 7 }, () => 'The resource already exists'),
  )
  expect(await storage.listBlobs()).toHaveLength(1)
})

test('rejects a file above the limit, with or without a declared length, and stores nothing (storage 3)', async () => {
  await using storage = await setUp({ settings: { fileSizeLimitBytes: 10_000 } })
  const big = new Uint8Array(20_000)
  const chunked = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(4_000))
    },
  })
  const bucket = storage.admin.storage.from('private')
  const responses = [
    await bucket.upload('a', big),
    await bucket.upload('b', new Blob([big])),
    await bucket.upload('c', chunked, { duplex: 'half' }),
  ]
  for (const { error } of responses) {
    expect(error).toMatchObject({
      status: 400,
      statusCode: '413',
      message: 'The object exceeded the maximum allowed size',
    })
  }
  expect(await storage.listBlobs()).toEqual([])
})

test('applies the limits of a bucket (storage 3)', async () => {
  await using storage = await setUp()
  await storage.admin.storage.createBucket('small', {
    public: false,
    fileSizeLimit: '1kb',
    allowedMimeTypes: ['image/*', 'text/plain'],
  })
  const bucket = storage.admin.storage.from('small')
  expect((await bucket.upload('a.txt', 'text with a charset')).error).toBeNull()
  expect((await bucket.upload('b.png', 'x', { contentType: 'image/png' })).error).toBeNull()
  expect((await bucket.upload('c', 'x', { contentType: 'application/pdf' })).error).toMatchObject({
    statusCode: '415',
    message: 'mime type application/pdf is not supported',
  })
  expect((await bucket.upload('d', 'x', { contentType: 'nonsense' })).error?.message).toBe(
    'Invalid Content-Type header',
  )
  expect((await bucket.upload('e.txt', 'x'.repeat(1001))).error).toMatchObject({ statusCode: '413' })
})

test('checks a type that comes after the file in a form (storage 5)', async () => {
  await using storage = await setUp()
  await storage.admin.storage.createBucket('images', { public: false, allowedMimeTypes: ['image/png'] })
  const form = new FormData()
  form.append('', new Blob(['<script>'], { type: 'image/png' }), 'a.png')
  form.append('contentType', 'text/html')
  const response = await storage.request('/object/images/a.png', { method: 'POST', headers: ADMIN, body: form })
  expect(await response.json()).toMatchObject({ message: 'mime type text/html is not supported' })
  expect(await storage.listBlobs()).toEqual([])
})

test('stores nothing of an upload that breaks off (storage 5)', async () => {
  await using storage = await setUp()
  for (const headers of [ADMIN, { ...ADMIN, 'content-type': 'multipart/form-data; boundary=x' }]) {
    let isFirst = true
    const body = new ReadableStream({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 5))
        if (!isFirst) return controller.error(new Error('the line is dead'))
        isFirst = false
        const head = '--x\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\n'
        controller.enqueue(new TextEncoder().encode(head + 'x'.repeat(50_000)))
      },
    })
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
    const response = await storage.request('/object/private/broken', init)
    expect(response.status).toBe(499)
  }
  expect(await storage.listBlobs()).toEqual([])
})

test('rejects keys and buckets with forbidden characters (storage 3)', async () => {
  await using storage = await setUp()
  const bad = await storage.request('/object/private/%C3%BC.txt', { method: 'POST', headers: ADMIN, body: 'x' })
  expect(await bad.json()).toMatchObject({ code: 'InvalidKey', message: 'Invalid key: ü.txt' })
  const malformed = await storage.request('/object/private/%zz', { method: 'POST', headers: ADMIN, body: 'x' })
  expect(await malformed.json()).toMatchObject({ code: 'InvalidKey' })
  const long = await storage.request(`/object/private/${'k'.repeat(1025)}`, {
    method: 'POST',
    headers: ADMIN,
    body: 'x',
  })
  expect(await long.json()).toMatchObject({ code: 'InvalidKey' })
  const climbing = await storage.request('/object/private/..%2F..%2Fetc', { method: 'POST', headers: ADMIN, body: 'x' })
  expect(await climbing.json()).toMatchObject({ Key: 'private/../../etc' })
})

test('lets a visitor write a single key once with a signed upload URL (storage 5)', async () => {
  await using storage = await setUp()
  const alice = (await storage.as(ALICE)).storage.from('private')
  const key = `${ALICE}/signed.txt`
  const signed = await alice.createSignedUploadUrl(key)
  expect(signed.error).toBeNull()
  const token = signed.data?.token ?? ''
  const visitor = storage.visitor.storage.from('private')
  expect((await visitor.uploadToSignedUrl(`${ALICE}/else.txt`, token, 'x')).error?.message).toBe('Invalid signature')
  expect((await visitor.uploadToSignedUrl(key, token, new Blob(['by link']))).error).toBeNull()
  expect((await visitor.uploadToSignedUrl(key, token, 'again')).error).toMatchObject({ statusCode: '409' })
  expect(await (await alice.download(key)).data?.text()).toBe('by link')
  const [row] = await storage.database.connect('owner')`select owner_id from storage.objects`
  expect(row?.owner_id).toBe(ALICE)
  expect((await visitor.createSignedUploadUrl(`${ALICE}/x`)).error).toMatchObject({ statusCode: '403' })
})
