import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createExampleBuckets, createTestStorage, EXAMPLE_RULES, TEST_KEYS, type TestStorage } from '../test-storage.ts'

const TEXTS = join(import.meta.dirname, '../../../../../../shared/data/text')
const NAUGHTY = join(TEXTS, 'naughty-strings.json')
const OWN = [
  '',
  '\0',
  "'; drop table storage.objects; --",
  '../../etc/passwd',
  '%00',
  '%zz',
  'ü',
  '🗺️',
  '\u202e',
  'a'.repeat(3000),
]
const ADMIN = `Bearer ${TEST_KEYS.secretKey}`

/** Every place of a request that a client controls, filled with a hostile text. */
function listRequests(text: string): [method: string, path: string, init?: RequestInit][] {
  const part = encodeURIComponent(text)
  const json = (body: unknown) => ({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  return [
    ['GET', `/object/${part}/${part}`],
    ['GET', `/object/public/public/${part}`],
    ['GET', `/object/sign/private/a.txt?token=${part}`],
    ['GET', `/object/public/public/a.txt?download=${part}`],
    ['GET', `/render/image/public/public/a.txt?width=${part}&format=${part}`],
    ['GET', `/bucket?search=${part}&limit=${part}`],
    ['POST', `/object/private/${part}`, { body: 'x' }],
    ['POST', '/bucket', json({ name: text, allowed_mime_types: [text], file_size_limit: text })],
    ['PUT', '/bucket/private', json({ file_size_limit: text })],
    ['POST', '/object/list/private', json({ prefix: text, search: text })],
    ['POST', '/object/list-v2/private', json({ prefix: text })],
    ['POST', '/object/list-v2/private', json({ cursor: text, with_delimiter: true })],
    ['POST', '/object/move', json({ bucketId: text, sourceKey: text, destinationKey: text })],
    ['POST', '/object/copy', json({ bucketId: 'private', sourceKey: 'a.txt', destinationKey: text, metadata: text })],
    ['POST', '/object/sign/private', json({ paths: [text], expiresIn: text })],
    ['DELETE', '/object/private', json({ prefixes: [text] })],
    ['POST', '/object/list/private', { body: text, headers: { 'content-type': 'application/json' } }],
  ]
}

/** Header values allow visible characters only. Requests that cannot be sent are left out. */
function listHeaderRequests(text: string): [method: string, path: string, init: RequestInit][] {
  const value = Buffer.from(text.slice(0, 500))
    .toString('latin1')
    .replace(/[^\x20-\x7e\x80-\xff]/g, '')
  const names = [
    'range',
    'if-none-match',
    'if-modified-since',
    'accept',
    'x-metadata',
    'x-robots-tag',
    'content-type',
    'x-upsert',
    'cache-control',
  ]
  return names.flatMap((name) => [
    ['GET', '/object/public/public/a.txt', { headers: { [name]: value } }],
    ['PUT', '/object/private/b.txt', { headers: { [name]: value }, body: 'x' }],
  ])
}

async function send(
  storage: TestStorage,
  [method, path, init]: [string, string, RequestInit?],
  authorization?: string,
) {
  const headers = new Headers(init?.headers)
  if (authorization) headers.set('authorization', authorization)
  const response = await storage.request(path, { ...init, method, headers })
  await response.arrayBuffer()
  return response.status
}

test('survives hostile text in every place of a request and writes nothing (storage 3)', async () => {
  await using storage = await createTestStorage({ sql: EXAMPLE_RULES })
  await createExampleBuckets(storage)
  await storage.admin.storage.from('public').upload('a.txt', 'x')
  await storage.admin.storage.from('private').upload('a.txt', 'x')
  const texts: string[] = existsSync(NAUGHTY)
    ? [...OWN, ...JSON.parse(await readFile(NAUGHTY, 'utf8')).filter((_: string, n: number) => n % 6 === 0)]
    : OWN
  const failures: unknown[] = []
  for (const text of texts) {
    const requests = [...listRequests(text), ...listHeaderRequests(text)]
    await Promise.all(
      requests.flatMap((request) =>
        [ADMIN, undefined].map(async (authorization) => {
          const status = await send(storage, request, authorization)
          const isAllowed = status < 500 && (authorization !== undefined || request[0] === 'GET' || status >= 400)
          if (!isAllowed) failures.push([status, ...request])
        }),
      ),
    )
  }
  expect(failures).toEqual([])
  expect(await (await storage.admin.storage.from('private').download('a.txt')).data?.text()).toBe('x')
}, 120_000)

/** A sample of each collection of hostile texts. */
async function listHostileTexts(): Promise<string[]> {
  if (!existsSync(TEXTS)) return OWN.filter((text) => text !== '' && text !== '\0')
  const files = await readdir(TEXTS)
  const texts = await Promise.all(files.map((file) => readFile(join(TEXTS, file), 'utf8')))
  return texts.flatMap((text) => {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    return lines.filter((_, index) => index % Math.ceil(lines.length / 4) === 0).map((line) => line.slice(0, 900))
  })
}

test('stores hostile texts unchanged in names, contents and metadata (storage 3)', async () => {
  await using storage = await createTestStorage()
  await storage.admin.storage.createBucket('public', { public: true })
  const files = storage.admin.storage.from('public')
  for (const [index, text] of (await listHostileTexts()).map((each) => each.toWellFormed()).entries()) {
    const key = `${index}.html`
    const contentType = ['text/html', 'image/svg+xml', 'application/xhtml+xml'][index % 3] ?? ''
    const uploaded = await files.upload(key, text, { contentType, metadata: { said: text } })
    expect(uploaded.error, text).toBeNull()
    const url = new URL(files.getPublicUrl(key, { download: text }).data.publicUrl)
    const response = await storage.request(url.pathname.slice('/storage/v1'.length) + url.search)
    expect([response.status, await response.text()], text).toEqual([200, text])
    expect(response.headers.get('content-security-policy'), text).toBe("sandbox; default-src 'none'")
    expect(response.headers.get('content-type'), text).not.toContain('text/html')
    expect(response.headers.get('content-disposition') ?? '', text).toMatch(/^attachment;[\x21-\x7e ]*$/)
    // Text that jsonb cannot store is rejected; everything stored is unchanged.
    expect((await files.info(key)).data?.metadata, text).toEqual({ said: text })
    const listed = await files.list('', { search: text.slice(0, 100) })
    expect(listed.error === null || listed.error.status === 400, text).toBe(true)
  }
})

test('returns a client error for JSON that PostgreSQL cannot store (storage 5)', async () => {
  await using storage = await createTestStorage({ sql: EXAMPLE_RULES })
  await createExampleBuckets(storage)
  const files = storage.admin.storage.from('private')
  const rejected = { status: 400, statusCode: '400', code: 'InvalidParameter' }
  for (const text of ['\0', '\ud800', 'a\0b']) {
    expect((await files.upload('a', 'x', { metadata: { said: text } })).error, JSON.stringify(text)).toMatchObject(
      rejected,
    )
    expect((await files.upload('b', new Blob(['x']), { metadata: { [text]: 1 } })).error).toMatchObject(rejected)
  }
  for (const depth of [5000, 20_000, 400_000]) {
    const deep = Buffer.from(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`).toString('base64')
    const form = new FormData()
    form.append('metadata', Buffer.from(deep, 'base64').toString())
    form.append('', new Blob(['x']))
    const raw = await storage.request('/object/private/c', {
      method: 'POST',
      headers: { authorization: ADMIN, 'x-metadata': deep },
      body: 'x',
    })
    const sent = await storage.request('/object/private/d', {
      method: 'POST',
      headers: { authorization: ADMIN },
      body: form,
    })
    expect([raw.status, sent.status], `${depth} deep`).toEqual([400, 400])
  }
  for (const text of ['\0', 'a\0']) {
    for (const { error } of [
      await files.list(text),
      await files.listV2({ prefix: text }),
      await files.remove([text]),
    ]) {
      expect(error === null || error.status === 400, JSON.stringify(error)).toBe(true)
    }
  }
  expect((await files.list()).data).toEqual([])
})

test('accepts or rejects every credential without failing (storage 1)', async () => {
  await using storage = await createTestStorage()
  for (const text of ['x', 'a.b.c', 'eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.', 'sb_secret_guess', '']) {
    const response = await storage.request('/bucket', { headers: { authorization: `Bearer ${text}` } })
    expect([text, response.status]).toEqual([text, 400])
  }
})

test('never serves a file as a script-capable type hidden behind another (storage 6)', async () => {
  await using storage = await createTestStorage({ sql: EXAMPLE_RULES })
  await storage.admin.storage.createBucket('pictures', { public: true, allowedMimeTypes: ['image/*'] })
  const headers = { authorization: ADMIN }
  for (const type of [
    'image/png;a=b,application/xhtml+xml',
    'image/png;a="b,application/xhtml+xml"',
    'image/png,text/xml',
  ]) {
    const init = { method: 'POST', headers: { ...headers, 'content-type': type }, body: '<script/>' }
    expect([type, (await storage.request('/object/pictures/a.png', init)).ok]).toEqual([type, false])
  }
  await storage.admin.storage.from('pictures').upload('c.png', '<script/>', { contentType: 'image/png' })
  const copy = { bucketId: 'pictures', sourceKey: 'c.png', destinationKey: 'd.png', copyMetadata: false }
  const copied = await storage.request('/object/copy', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ ...copy, metadata: { mimetype: 'image/png;a=b,application/xhtml+xml' } }),
  })
  expect(copied.ok).toBe(false)
  // A row that another tool wrote.
  await storage.database.connect('owner')`update storage.objects
    set metadata = metadata || '{"mimetype": "image/png;a=b,application/xhtml+xml"}' where name = 'c.png'`
  const served = await storage.request('/object/public/pictures/c.png')
  expect([served.status, served.headers.get('content-security-policy')]).toEqual([200, "sandbox; default-src 'none'"])
})
