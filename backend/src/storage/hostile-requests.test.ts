import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createExampleBuckets, createTestStorage, EXAMPLE_RULES, TEST_KEYS, type TestStorage } from './test-storage.ts'

const NAUGHTY = join(import.meta.dirname, '../../../../shared/data/text/naughty-strings.json')
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

/** Every place of a request that a client fills, with a hostile text in it. */
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

/** Headers take visible characters only; what a client cannot even send is left out. */
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

test('3 no text in any place of a request makes the service fail or lets a stranger write', async () => {
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

test('1 a token in the place of the credential is verified or refused, never a failure', async () => {
  await using storage = await createTestStorage()
  for (const text of ['x', 'a.b.c', 'eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.', 'sb_secret_guess', '']) {
    const response = await storage.request('/bucket', { headers: { authorization: `Bearer ${text}` } })
    expect([text, response.status]).toEqual([text, 400])
  }
})

test('6 a file never runs in the place of the app by a type that hides behind another', async () => {
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
