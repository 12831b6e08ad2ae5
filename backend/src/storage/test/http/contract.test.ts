import { expect, test } from 'vitest'
import { ALICE, createExampleBuckets, createTestStorage, EXAMPLE_RULES, TEST_KEYS } from '../test-storage.ts'

const ADMIN = { authorization: `Bearer ${TEST_KEYS.secretKey}` }
const JSON_TYPE = { 'content-type': 'application/json' }

async function setUp() {
  const storage = await createTestStorage({ sql: EXAMPLE_RULES })
  await createExampleBuckets(storage)
  return storage
}

test('ignores the case of the scheme and accepts a key in apikey alone (storage 1)', async () => {
  await using storage = await setUp()
  const credentials: Record<string, string>[] = [
    { authorization: `bEARER ${TEST_KEYS.secretKey}` },
    { apikey: TEST_KEYS.secretKey },
  ]
  for (const headers of credentials) {
    expect((await storage.request('/bucket', { headers })).status).toBe(200)
  }
  const none = await storage.request('/bucket')
  expect([none.status, await none.json()]).toMatchObject([
    400,
    { message: "headers must have required property 'authorization'" },
  ])
})

test('lets pages of any origin send and read all headers (storage 1)', async () => {
  await using storage = await setUp()
  const headers = { origin: 'https://app.example', 'access-control-request-method': 'PUT' }
  const { headers: response } = await storage.request('/object/private/a', { method: 'OPTIONS', headers })
  expect(response.get('access-control-allow-origin')).toBe('*')
  const allowed = (response.get('access-control-allow-headers') ?? '').toLowerCase()
  for (const name of ['authorization', 'apikey', 'range', 'x-upsert', 'x-metadata', 'x-signature', 'tus-resumable']) {
    expect(allowed).toContain(name)
  }
  expect(response.get('access-control-allow-methods')).toContain('PATCH')
})

test('returns a status and no body for HEAD errors, so that exists() is false (storage 2)', async () => {
  await using storage = await setUp()
  const files = storage.admin.storage.from('private')
  const head = await storage.request('/object/private/nothing', { method: 'HEAD', headers: ADMIN })
  expect([head.status, await head.text()]).toEqual([400, ''])
  expect((await files.exists('nothing')).data).toBe(false)
  await files.upload('there', 'x')
  expect((await files.exists('there')).data).toBe(true)
})

test('returns an uncacheable 404 for a row without its blob (storage 2)', async () => {
  await using storage = await setUp()
  await storage.admin.storage.from('private').upload('a', 'x')
  for (const version of await storage.listBlobs()) await storage.blobs.delete(version)
  const response = await storage.request('/object/private/a', { headers: ADMIN })
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect([response.status, await response.json()]).toEqual([
    400,
    { statusCode: '404', error: 'Not found', message: 'The resource was not found', code: 'NoSuchKey' },
  ])
})

test('parses sizes in bytes and decimal units, and treats an empty type list as no limit (storage 3)', async () => {
  await using storage = await setUp()
  const { storage: admin } = storage.admin
  const sizes: [string | number, number][] = [
    ['5MB', 5_000_000],
    ['1.5mb', 1_500_000],
    ['20kb', 20_000],
    ['100b', 100],
    [1234, 1234],
    ['1234', 1234],
  ]
  for (const [fileSizeLimit, bytes] of sizes) {
    await admin.updateBucket('private', { public: false, fileSizeLimit, allowedMimeTypes: ['', 'image/*'] })
    expect((await admin.getBucket('private')).data).toMatchObject({
      file_size_limit: bytes,
      allowed_mime_types: ['image/*'],
    })
  }
  await admin.updateBucket('private', { public: false, fileSizeLimit: null, allowedMimeTypes: [] })
  expect((await admin.from('private').upload('any.bin', 'x', { contentType: 'application/x-any' })).error).toBeNull()
})

test('accepts empty folder placeholders of any type, but only without bytes (storage 3)', async () => {
  await using storage = await setUp()
  await storage.admin.storage.createBucket('images', { public: false, allowedMimeTypes: ['image/*'] })
  const files = storage.admin.storage.from('images')
  expect((await files.upload('x/.emptyFolderPlaceholder', new Uint8Array())).error).toBeNull()
  expect((await files.upload('y/.emptyFolderPlaceholder', 'x')).error).toMatchObject({ statusCode: '413' })
})

test('sorts, searches and pages buckets (storage 4)', async () => {
  await using storage = await setUp()
  const { storage: admin } = storage.admin
  const ids = async (options: Parameters<typeof admin.listBuckets>[0]) =>
    (await admin.listBuckets(options)).data
      ?.filter(({ id }) => /^(public|shared|private)$/.test(id))
      .map(({ id }) => id)
  expect(await ids({ sortColumn: 'name', sortOrder: 'asc' })).toEqual(['private', 'public', 'shared'])
  expect(await ids({ sortColumn: 'created_at', sortOrder: 'desc' })).toEqual(['private', 'shared', 'public'])
  expect(await ids({ search: 'SHA' })).toEqual(['shared'])
  const update = await storage.request('/bucket/private', {
    method: 'PUT',
    headers: { ...ADMIN, ...JSON_TYPE },
    body: '{}',
  })
  expect((await update.json()).code).toBe('InvalidRequest')
})

test('validates, stores and sends x-robots-tag (storage 5)', async () => {
  await using storage = await setUp()
  const put = (tag: string) =>
    storage.request('/object/public/a.txt', { method: 'PUT', headers: { ...ADMIN, 'x-robots-tag': tag }, body: 'x' })
  expect(await (await put('sometimes')).json()).toMatchObject({ error: 'invalid_x_robots_tag', code: 'InvalidRequest' })
  expect((await put('googlebot: noindex, max-snippet:20')).status).toBe(200)
  const read = await storage.request('/object/public/public/a.txt')
  expect(read.headers.get('x-robots-tag')).toBe('googlebot: noindex, max-snippet:20')
})

test.each(['{oops', '[1]', '5'])('ignores the metadata %s, which is not a JSON object (storage 5)', async (text) => {
  await using storage = await setUp()
  const headers = { ...ADMIN, 'x-metadata': Buffer.from(text).toString('base64') }
  expect((await storage.request('/object/private/a', { method: 'POST', headers, body: 'x' })).status).toBe(200)
  expect((await storage.admin.storage.from('private').info('a')).data?.metadata).toEqual({})
})

test('keeps every member of user metadata (storage 5)', async () => {
  await using storage = await setUp()
  const bucket = storage.admin.storage.from('private')
  const metadata = { constructor: 'Gropius', prototype: 1 }
  await bucket.upload('a', 'x', { metadata })
  expect((await bucket.info('a')).data?.metadata).toEqual(metadata)
})

test('returns signed URLs relative and unencoded, for images those of the renderer (storage 7)', async () => {
  await using storage = await setUp()
  const key = 'a b/c+d.txt'
  await storage.admin.storage.from('private').upload(key, 'x')
  const sign = async (body: object) => {
    const init = { method: 'POST', headers: { ...ADMIN, ...JSON_TYPE }, body: JSON.stringify(body) }
    return (await storage.request(`/object/sign/private/${encodeURI(key)}`, init)).json()
  }
  expect((await sign({ expiresIn: 60 })).signedURL.startsWith(`/object/sign/private/${key}?token=`)).toBe(true)
  expect(
    (await sign({ expiresIn: 60, transform: { width: 5 } })).signedURL.startsWith(`/render/image/sign/private/${key}?`),
  ).toBe(true)
})

test('says which value of a request is not a number (storage 2)', async () => {
  await using storage = await setUp()
  const files = storage.admin.storage.from('public')
  await files.upload('a.txt', 'x')
  const signed = async (expiresIn: number, transform = {}) =>
    (await files.createSignedUrl('a.txt', expiresIn, { transform })).error?.message
  expect(await signed(0)).toBe('body/expiresIn must be >= 1')
  expect(await signed(1.5)).toBe('body/expiresIn must be integer')
  expect(await signed(60, { width: 'wide' })).toBe('body/transform/width must be integer')
  const rendered = async (query: string) =>
    (await (await storage.request(`/render/image/public/public/a.txt?${query}`)).json()).message
  expect(await rendered('height=1.5')).toBe('querystring/height must be integer')
  expect(await rendered('x_offset=left')).toBe('querystring/x_offset must be number')
})

test('limits how many objects are signed, listed and deleted at once (storage 7)', async () => {
  await using storage = await setUp()
  const files = storage.admin.storage.from('private')
  const paths = Array.from({ length: 1001 }, (_, index) => `${index}.txt`)
  expect((await files.createSignedUrls(paths.slice(1), 60)).data).toHaveLength(1000)
  expect((await files.createSignedUrls(paths, 60)).error?.message).toContain('1000')
  expect((await files.remove(paths)).error?.message).toBe(
    'Bulk object requests are limited to 1000 objects per request.',
  )
  expect((await files.remove(paths.slice(1))).data).toEqual([])
})

test('reports status, version and health, and purges for the secret key only (storage 12)', async () => {
  await using storage = await setUp()
  expect((await storage.request('/status')).status).toBe(200)
  expect((await storage.request('/version')).status).toBe(200)
  expect(await (await storage.request('/health')).json()).toEqual({ healthy: true })
  const purge = (headers: Record<string, string>) => storage.request('/cdn/private/a', { method: 'DELETE', headers })
  expect(await (await purge(ADMIN)).json()).toEqual({ message: 'success' })
  const alice = { authorization: `Bearer ${await storage.signToken({ sub: ALICE })}` }
  expect((await purge(alice)).status).toBe(403)
  for (const path of ['/iceberg/x', '/vector/x', '/s3']) {
    expect((await storage.request(path, { headers: ADMIN })).status).toBe(404)
  }
})

test('supports the defaults of the client (storage 13)', async () => {
  await using storage = await setUp()
  const files = storage.admin.storage.from('private')
  await storage.database.connect('owner')`insert into storage.objects (bucket_id, name, version, metadata)
    select 'private', 'many/' || n, gen_random_uuid(), '{}' from generate_series(100, 250) as n`
  expect((await files.list('many')).data).toHaveLength(100)
  expect((await files.list('many', { limit: 2000 })).data).toHaveLength(151)
  await files.upload('a.txt', 'x')
  expect((await files.info('a.txt')).data).toMatchObject({
    cacheControl: 'max-age=3600',
    contentType: 'text/plain;charset=UTF-8',
  })
})
