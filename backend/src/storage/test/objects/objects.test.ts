import { expect, test } from 'vitest'
import { ALICE, BOB, createExampleBuckets, createTestStorage, EXAMPLE_RULES, TEST_KEYS } from '../test-storage.ts'

const ADMIN = { authorization: `Bearer ${TEST_KEYS.secretKey}`, 'content-type': 'application/json' }

async function setUp() {
  const storage = await createTestStorage({ sql: EXAMPLE_RULES })
  await createExampleBuckets(storage)
  return storage
}

test('lists a folder sorted, searched and in pages (storage 7)', async () => {
  await using storage = await setUp()
  const bucket = storage.admin.storage.from('private')
  for (const key of ['a.txt', 'docs/x.txt', 'docs/sub/y.txt', 'docs/sub2/z.txt', 'docs.txt', 'B.txt'])
    await bucket.upload(key, key)
  const names = async (...parameters: Parameters<typeof bucket.list>) => {
    const { data, error } = await bucket.list(...parameters)
    if (error) throw error
    return data.map((entry) => entry.name)
  }
  expect(await names()).toEqual(['a.txt', 'B.txt', 'docs', 'docs.txt'])
  expect(await names('', { sortBy: { column: 'name', order: 'desc' } })).toEqual(['docs.txt', 'docs', 'B.txt', 'a.txt'])
  expect(await names('docs')).toEqual(['sub', 'sub2', 'x.txt'])
  expect(await names('docs/', { search: 'SUB' })).toEqual(['sub', 'sub2'])
  expect(await names('', { search: 'docs/s' })).toEqual(['docs/sub', 'docs/sub2'])
  expect(await names('', { limit: 2, offset: 1 })).toEqual(['B.txt', 'docs'])
  expect(await names('', { sortBy: { column: 'created_at', order: 'desc' } })).toEqual([
    'docs',
    'B.txt',
    'docs.txt',
    'a.txt',
  ])
  expect(await names('nowhere')).toEqual([])
  const { data } = await bucket.list('docs')
  expect(data?.[0]).toEqual({
    name: 'sub',
    id: null,
    updated_at: null,
    created_at: null,
    last_accessed_at: null,
    metadata: null,
  })
  expect(data?.[2]?.metadata).toMatchObject({ size: 10, mimetype: 'text/plain;charset=UTF-8' })
})

test('lists only objects that policies allow (storage 7)', async () => {
  await using storage = await setUp()
  await (await storage.as(ALICE)).storage.from('private').upload(`${ALICE}/a.txt`, 'a')
  await (await storage.as(BOB)).storage.from('private').upload(`${BOB}/b.txt`, 'b')
  const list = async (client: typeof storage.visitor) =>
    (await client.storage.from('private').list()).data?.map((e) => e.name)
  expect(await list(await storage.as(ALICE))).toEqual([ALICE])
  expect(await list(storage.visitor)).toEqual([])
})

test('lists a bucket in pages in every order with list-v2 (storage 7)', async () => {
  await using storage = await setUp()
  const bucket = storage.admin.storage.from('private')
  const keys = ['a', 'b/1', 'b/2', 'b/c/3', 'd', 'e/4', 'f'].map((key) => `${key}.txt`)
  for (const key of keys) await bucket.upload(key, key)
  const walk = async (options: Record<string, unknown>) => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { data, error } = await bucket.listV2({ limit: 2, ...(cursor ? { cursor } : {}), ...options })
      if (error) throw error
      seen.push(...[...data.folders, ...data.objects].map((entry) => entry.name))
      cursor = data.nextCursor
    } while (cursor)
    return seen
  }
  expect(await walk({})).toEqual(keys)
  expect(await walk({ sortBy: { column: 'name', order: 'desc' } })).toEqual([...keys].reverse())
  expect(await walk({ sortBy: { column: 'created_at', order: 'desc' } })).toEqual([...keys].reverse())
  expect(await walk({ prefix: 'b/' })).toEqual(['b/1.txt', 'b/2.txt', 'b/c/3.txt'])
  const level = ['a.txt', 'b/', 'd.txt', 'e/', 'f.txt']
  for (const column of ['name', 'created_at', 'updated_at']) {
    for (const order of ['asc', 'desc']) {
      const walked = await walk({ with_delimiter: true, sortBy: { column, order } })
      expect([...walked].sort()).toEqual(level)
    }
  }
  const bad = await storage.request('/object/list-v2/private', {
    method: 'POST',
    headers: ADMIN,
    body: '{"cursor":"?"}',
  })
  expect(await bad.json()).toMatchObject({ code: 'InvalidParameter', message: 'Invalid Parameter continuation token' })
})

test('moves an object with its bytes if policies allow both sides (storage 10.1)', async () => {
  await using storage = await setUp()
  const alice = (await storage.as(ALICE)).storage.from('private')
  const { data: uploaded } = await alice.upload(`${ALICE}/a.txt`, 'hello')
  await alice.upload(`${ALICE}/taken.txt`, 'taken')
  expect((await alice.move(`${ALICE}/a.txt`, `${ALICE}/b/c.txt`)).data).toEqual({ message: 'Successfully moved' })
  expect((await alice.info(`${ALICE}/b/c.txt`)).data?.id).toBe(uploaded?.id)
  expect(await (await alice.download(`${ALICE}/b/c.txt`)).data?.text()).toBe('hello')
  expect((await alice.move(`${ALICE}/b/c.txt`, `${ALICE}/b/c.txt`)).error).toBeNull()
  expect((await alice.move(`${ALICE}/b/c.txt`, `${ALICE}/taken.txt`)).error).toMatchObject({ statusCode: '409' })
  expect((await alice.move(`${ALICE}/missing.txt`, `${ALICE}/x.txt`)).error).toMatchObject({ statusCode: '404' })
  expect((await alice.move(`${ALICE}/b/c.txt`, `${BOB}/c.txt`)).error).toMatchObject({ statusCode: '403' })
  const bob = (await storage.as(BOB)).storage.from('private')
  expect((await bob.move(`${ALICE}/b/c.txt`, `${BOB}/c.txt`)).error).toMatchObject({ statusCode: '404' })
})

test('makes copies independent of their source, with their own metadata (storage 7)', async () => {
  await using storage = await setUp()
  const bucket = storage.admin.storage.from('private')
  await bucket.upload('a.txt', 'hello', { metadata: { colour: 'red' }, cacheControl: '60' })
  const copied = await bucket.copy('a.txt', 'b.txt')
  expect(copied.data?.path).toBe('private/b.txt')
  expect((await bucket.copy('a.txt', 'b.txt')).error).toMatchObject({ statusCode: '409' })
  await bucket.copy('a.txt', 'c.txt', { destinationBucket: 'shared' })
  const plain = await storage.request('/object/copy', {
    method: 'POST',
    headers: ADMIN,
    body: JSON.stringify({
      bucketId: 'private',
      sourceKey: 'a.txt',
      destinationKey: 'd.png',
      copyMetadata: false,
      metadata: { mimetype: 'image/png' },
    }),
  })
  expect(await plain.json()).toMatchObject({ Key: 'private/d.png', metadata: { mimetype: 'image/png', size: 5 } })
  await bucket.remove(['a.txt'])
  await storage.database.connect('owner')`update storage.blob_deletions set not_before = now()`
  await storage.service.cleaner.deleteDue()
  expect(await (await bucket.download('b.txt')).data?.text()).toBe('hello')
  expect(await (await storage.visitor.storage.from('shared').download('c.txt')).data?.text()).toBe('hello')
  expect((await bucket.info('b.txt')).data?.metadata).toEqual({ colour: 'red' })
  expect((await bucket.info('d.png')).data?.metadata).toEqual({})
})

test('replaces an existing destination of a copy only with x-upsert (storage 7)', async () => {
  await using storage = await setUp()
  const bucket = storage.admin.storage.from('private')
  await bucket.upload('a.txt', 'new', { metadata: { colour: 'red' } })
  const { data: before } = await bucket.upload('b.txt', 'old')
  const body = { bucketId: 'private', sourceKey: 'a.txt', destinationKey: 'b.txt' }
  const copy = async (headers: Record<string, string>, more = {}) => {
    const init = { method: 'POST', headers: { ...ADMIN, ...headers }, body: JSON.stringify({ ...body, ...more }) }
    return (await storage.request('/object/copy', init)).json()
  }
  expect(await copy({})).toMatchObject({ code: 'KeyAlreadyExists' })
  const metadata = Buffer.from('{"colour":"blue"}').toString('base64')
  const { path_tokens: tokens, ...row } = await copy(
    { 'x-upsert': 'true', 'x-metadata': metadata },
    { copyMetadata: false, metadata: { cacheControl: 'max-age=7' } },
  )
  expect([tokens, row]).toEqual([
    undefined,
    {
      Id: before?.id,
      Key: 'private/b.txt',
      id: before?.id,
      name: 'b.txt',
      bucket_id: 'private',
      owner: '',
      owner_id: null,
      version: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      last_accessed_at: expect.any(String),
      metadata: expect.objectContaining({ cacheControl: 'max-age=7', mimetype: 'text/plain;charset=UTF-8', size: 3 }),
      user_metadata: { colour: 'blue' },
    },
  ])
  expect(await (await bucket.download('b.txt')).data?.text()).toBe('new')
})

test('deletes what the policies allow and ignores the rest (storage 7)', async () => {
  await using storage = await setUp()
  const alice = (await storage.as(ALICE)).storage.from('private')
  const bob = (await storage.as(BOB)).storage.from('private')
  for (const name of ['a', 'b']) await alice.upload(`${ALICE}/${name}`, name)
  expect((await bob.remove([`${ALICE}/a`])).data).toEqual([])
  const { data } = await alice.remove([`${ALICE}/a`, `${ALICE}/missing`])
  expect(data).toMatchObject([{ name: `${ALICE}/a`, bucket_id: 'private', owner: ALICE }])
  const headers = { authorization: `Bearer ${await storage.signToken({ sub: BOB })}` }
  const denied = await storage.request(`/object/private/${ALICE}/b`, { method: 'DELETE', headers })
  expect(await denied.json()).toMatchObject({ code: 'AccessDenied', message: 'Access denied' })
  const missing = await storage.request('/object/private/nothing', { method: 'DELETE', headers })
  expect(await missing.json()).toMatchObject({ code: 'NoSuchKey' })
  const done = await storage.request(`/object/private/${ALICE}/b`, { method: 'DELETE', headers: ADMIN })
  expect(await done.json()).toEqual({ message: 'Successfully deleted' })
})

test('deletes the blob of a deleted object after the grace period (storage 11)', async () => {
  await using storage = await setUp()
  const bucket = storage.admin.storage.from('private')
  await bucket.upload('a', 'a')
  await bucket.remove(['a'])
  expect(await storage.service.cleaner.deleteDue()).toBe(0)
  expect(await storage.listBlobs()).toHaveLength(1)
  await storage.database.connect('owner')`update storage.blob_deletions set not_before = now() - interval '1 minute'`
  expect(await storage.service.cleaner.deleteDue()).toBe(1)
  expect(await storage.listBlobs()).toEqual([])
})

test('rejects direct deletion of rows (storage 10)', async () => {
  await using storage = await setUp()
  await expect(storage.database.connect('owner')`delete from storage.objects`).rejects.toThrow(
    'Direct deletion from storage tables is not allowed. Use the Storage API instead.',
  )
})

test('explains in the message why a request has the wrong shape (storage 2)', async () => {
  await using storage = await setUp()
  const post = async (path: string, body: string) =>
    (await storage.request(path, { method: 'POST', headers: ADMIN, body })).json()
  expect(await post('/object/list/private', '{}')).toMatchObject({
    message: "body must have required property 'prefix'",
  })
  expect(await post('/object/list/private', '{')).toMatchObject({ message: 'body must be JSON' })
  expect(await post('/object/list/private', '{"prefix":"","limit":0}')).toMatchObject({
    message: 'body/limit must be >= 1',
  })
  const unknown = await storage.request('/nothing/here?x=1', { headers: ADMIN })
  expect([unknown.status, await unknown.json()]).toEqual([
    404,
    { statusCode: '404', error: 'Not Found', message: 'Route GET:/nothing/here?x=1 not found', code: 'InvalidRequest' },
  ])
  const huge = await storage.request('/object/move', { method: 'POST', headers: ADMIN, body: 'x'.repeat(1_100_000) })
  expect(huge.status).toBe(413)
})

test('rejects a token with an unknown role (storage 2)', async () => {
  await using storage = await setUp()
  const headers = { authorization: `Bearer ${await storage.signToken({ role: 'nobody-knows' })}` }
  const response = await storage.request('/bucket', { headers })
  expect([response.status, await response.json()]).toMatchObject([400, { code: 'AccessDenied', statusCode: '403' }])
  const owner = { authorization: `Bearer ${await storage.signToken({ role: 'postgres' })}` }
  expect(await (await storage.request('/bucket', { headers: owner })).json()).toMatchObject({ code: 'AccessDenied' })
})

test('applies the limits of the destination bucket to copies and moves (storage 7)', async () => {
  await using storage = await setUp()
  const limits = { public: false, fileSizeLimit: 10, allowedMimeTypes: ['image/*'] }
  await storage.admin.storage.createBucket('pictures', limits)
  const bucket = storage.admin.storage.from('private')
  await bucket.upload('text.txt', 'text')
  await bucket.upload('big.png', 'more than ten bytes', { contentType: 'image/png' })
  await bucket.upload('good.png', 'small', { contentType: 'image/png' })
  const destinationBucket = 'pictures'
  for (const act of ['copy', 'move'] as const) {
    expect((await bucket[act]('text.txt', 'a', { destinationBucket })).error).toMatchObject({ statusCode: '415' })
    expect((await bucket[act]('big.png', 'a', { destinationBucket })).error).toMatchObject({ statusCode: '413' })
    expect((await bucket[act]('good.png', act, { destinationBucket })).error).toBeNull()
    expect((await bucket[act]('good.png', 'a', { destinationBucket: 'nowhere' })).error).toMatchObject({
      statusCode: '404',
    })
  }
})
