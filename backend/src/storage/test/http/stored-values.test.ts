import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestStorage, TEST_KEYS, type TestStorage } from '../test-storage.ts'

const ADMIN = { authorization: `Bearer ${TEST_KEYS.secretKey}` }
let storage: TestStorage
let sql: ReturnType<TestStorage['database']['connect']>

beforeAll(async () => {
  storage = await createTestStorage()
  sql = storage.database.connect('owner', { max: 2 })
  await storage.admin.storage.createBucket('files', { public: true })
  await storage.admin.storage.createBucket('other')
})
afterAll(() => storage[Symbol.asyncDispose]())

test('stores the metadata of raw uploads and forms (storage 5)', async () => {
  const send = async (key: string, init: RequestInit) => {
    const response = await storage.request(`/object/files/${key}`, {
      method: 'POST',
      ...init,
      headers: { ...ADMIN, ...init.headers },
    })
    expect([response.status, await response.json()]).toEqual([200, { Id: expect.any(String), Key: `files/${key}` }])
    return (await sql`select metadata, user_metadata from storage.objects where name = ${key}`)[0]
  }
  const raw = await send('w/raw', { body: Buffer.from('abc') })
  expect(raw).toEqual({
    user_metadata: {},
    metadata: {
      eTag: '"900150983cd24fb0d6963f7d28e17f72"',
      size: 3,
      mimetype: 'application/octet-stream',
      cacheControl: 'no-cache',
      lastModified: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      contentLength: 3,
      httpStatusCode: 200,
    },
  })
  const form = new FormData()
  form.append('cacheControl', '30')
  form.append('userMetadata', '{"a":1}')
  form.append('picture', new Blob(['abc']), 'a')
  form.append('second', new Blob(['never read']), 'b')
  expect(await send('w/form', { body: form })).toMatchObject({
    user_metadata: { a: 1 },
    metadata: { mimetype: 'application/octet-stream', cacheControl: 'max-age=30', size: 3 },
  })
  const put = await storage.request('/object/files/w/new', { method: 'PUT', headers: ADMIN, body: 'x' })
  expect(put.status).toBe(200)
  const shouted = await storage.request('/object/files/w/new', {
    method: 'POST',
    headers: { ...ADMIN, 'x-upsert': 'TRUE' },
    body: 'x',
  })
  expect(await shouted.json()).toMatchObject({ code: 'KeyAlreadyExists' })
})

test('rejects a cache control that could not be sent to readers (storage 1)', async () => {
  const message = 'Invalid character in header content ["cache-control"]'
  const send = async (path: string, headers: Record<string, string>, body?: BodyInit) => {
    const init = { method: 'POST', headers: { ...ADMIN, ...headers }, ...(body === undefined ? {} : { body }) }
    return (await storage.request(path, init)).text()
  }
  await send('/object/files/cached', {}, 'x')
  for (const cacheControl of ['60\r\nx: y', '60 ☃']) {
    for (const isLast of [false, true]) {
      const form = new FormData()
      if (!isLast) form.append('cacheControl', cacheControl)
      form.append('', new Blob(['x']))
      if (isLast) form.append('cacheControl', cacheControl)
      expect(JSON.parse(await send('/object/files/uncached', {}, form))).toMatchObject({ message })
    }
    const copy = { bucketId: 'files', sourceKey: 'cached', destinationKey: 'uncached', copyMetadata: false }
    const json = JSON.stringify({ ...copy, metadata: { cacheControl } })
    expect(JSON.parse(await send('/object/copy', {}, json))).toMatchObject({ message })
    const said = { bucketName: 'files', objectName: 'uncached', cacheControl }
    const metadata = Object.entries(said).map(([name, text]) => `${name} ${Buffer.from(text).toString('base64')}`)
    const tus = { 'tus-resumable': '1.0.0', 'upload-length': '1', 'upload-metadata': metadata.join(',') }
    expect(await send('/upload/resumable', tus)).toContain(message)
  }
  expect(await sql`select from storage.objects where name = 'uncached'`).toHaveLength(0)
})

test('accepts every allowed character of a key and rejects all others (storage 3)', async () => {
  const allowed = "AZaz09_!.*'() &$=@;:+,?-"
  // Slashes are left out, because `..` between slashes changes the URL.
  const path = encodeURIComponent
  const put = (key: string) =>
    storage.request(`/object/files/${path(key)}`, { method: 'PUT', headers: ADMIN, body: key })
  for (const key of [...[...allowed].map((each) => `c/a${each}b`), 'c/..', 'c//d', 'c/e/', '...', 'a'.repeat(1024)]) {
    expect((await put(key)).status, key).toBe(200)
    const read = await storage.request(`/object/public/files/${path(key)}`)
    expect(await read.text(), key).toBe(key)
  }
  for (const key of [
    '%',
    '#',
    '"',
    '[',
    ']',
    '~',
    '^',
    '\\',
    '<',
    '>',
    '{',
    '|',
    '`',
    'ü',
    '\t',
    '\n',
    'a'.repeat(1025),
  ]) {
    expect(await (await put(`c/${key}`)).json(), key).toMatchObject({
      code: 'InvalidKey',
      message: `Invalid key: c/${key}`,
    })
  }
  const buckets = storage.admin.storage
  expect((await buckets.createBucket(allowed)).error).toBeNull()
  expect((await buckets.deleteBucket(encodeURIComponent(allowed))).error).toBeNull()
})

test('limits lists to 1500 and 1000 entries (storage 3)', async () => {
  await sql`insert into storage.objects (bucket_id, name, version, metadata)
    select 'other', 'many/' || n, gen_random_uuid(), '{}' from generate_series(1, 1600) as n`
  const other = storage.admin.storage.from('other')
  expect((await other.list('many', { limit: 5000 })).data).toHaveLength(1500)
  const second = (await other.listV2({ prefix: 'many/' })).data
  expect([second?.objects.length, second?.hasNext]).toEqual([1000, true])
  expect((await other.listV2({ prefix: 'many/', limit: 1001 })).error).toMatchObject({ status: 400 })
})

test('never sends stored values that would break out of a header (storage 1)', async () => {
  await storage.admin.storage.from('files').upload('split', 'x')
  await sql`update storage.objects set metadata = metadata || ${sql.json({ cacheControl: 'a\r\nset-cookie: b=1' })} where name = 'split'`
  const response = await storage.request('/object/public/files/split')
  expect([response.status, (await response.json()).code]).toEqual([400, 'InvalidRequest'])
})

test('handles conditions of HEAD, download names and the three info URLs (storage 6)', async () => {
  await storage.admin.storage.from('files').upload('i/a.txt', 'abc', { contentType: 'text/plain' })
  const path = '/object/public/files/i/a.txt'
  const head = await storage.request(path, { method: 'HEAD', headers: { 'if-none-match': '"old"' } })
  expect([head.status, head.headers.get('cache-control')]).toEqual([200, 'max-age=3600, must-revalidate'])
  const known = { 'if-none-match': '"old"', 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' }
  expect((await storage.request(path, { headers: known })).status).toBe(200)
  const named = await storage.request('/object/authenticated/files/i/a.txt?download=b.txt&unknown=1', {
    headers: ADMIN,
  })
  expect(named.headers.get('content-disposition')).toBe("attachment; filename=b.txt; filename*=UTF-8''b.txt")
  const info = await Promise.all(
    ['', '/authenticated', '/public'].map(async (kind) =>
      (await storage.request(`/object/info${kind}/files/i/a.txt`, { headers: ADMIN })).json(),
    ),
  )
  expect(info[0]).toEqual({
    id: expect.any(String),
    name: 'i/a.txt',
    version: expect.any(String),
    bucket_id: 'files',
    size: 3,
    content_type: 'text/plain',
    cache_control: 'max-age=3600',
    etag: '"900150983cd24fb0d6963f7d28e17f72"',
    metadata: {},
    last_modified: expect.any(String),
    created_at: expect.any(String),
  })
  expect(info).toEqual([info[0], info[0], info[0]])
})
