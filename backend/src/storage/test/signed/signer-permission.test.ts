import { expect, test } from 'vitest'
import { ALICE, BOB, createExampleBuckets, createTestStorage, EXAMPLE_RULES } from '../test-storage.ts'

const KEY = `${ALICE}/a.png`
// The smallest PNG, for URLs with a transformation.
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function createSignedUrls() {
  const storage = await createTestStorage({ sql: EXAMPLE_RULES })
  await createExampleBuckets(storage)
  const alice = (await storage.as(ALICE)).storage.from('private')
  await alice.upload(KEY, new Blob([PNG]), { contentType: 'image/png' })
  const plain = await alice.createSignedUrl(KEY, 3600)
  const shaped = await alice.createSignedUrl(KEY, 3600, { transform: { width: 1 } })
  const many = await alice.createSignedUrls([KEY], 3600)
  const urls = [plain.data?.signedUrl, shaped.data?.signedUrl, many.data?.[0]?.signedUrl].map((url) => url ?? '')
  const open = async (url: string, init?: RequestInit) => {
    const response = await storage.service.fetch(new Request(url, init))
    return [response.status, response.ok ? '' : (await response.json()).code]
  }
  return { storage, urls, openAll: () => Promise.all(urls.map((url) => open(url))), open }
}

test('serves a signed URL only while its signer may read the object (storage 6.1)', async () => {
  const { storage, openAll } = await createSignedUrls()
  await using _ = storage
  const owner = storage.database.connect('owner', { max: 1 })
  const denied = [400, 'NoSuchKey']
  expect(await openAll()).toEqual([
    [200, ''],
    [200, ''],
    [200, ''],
  ])
  await owner`alter policy "accounts read their folder" on storage.objects using (false)`
  expect(await openAll()).toEqual([denied, denied, denied])
  await owner`alter policy "accounts read their folder" on storage.objects
    using (name like auth.uid()::text || '/%' and auth.jwt() ->> 'aal' is null)`
  expect(await openAll()).toEqual([
    [200, ''],
    [200, ''],
    [200, ''],
  ])
  const moved = await storage.admin.storage.from('private').move(KEY, `${BOB}/a.png`)
  expect(moved.error).toBeNull()
  expect(await openAll()).toEqual([denied, denied, denied])
})

test('checks the permission for conditions, ranges and HEAD of a signed URL too (storage 6.1)', async () => {
  const { storage, urls, open } = await createSignedUrls()
  await using _ = storage
  const [url = ''] = urls
  const etag = (await storage.service.fetch(new Request(url))).headers.get('etag') ?? ''
  const requests: RequestInit[] = [{ headers: { 'if-none-match': etag } }, { headers: { range: 'bytes=0-1' } }]
  await storage.database.connect('owner', { max: 1 })`drop policy "accounts read their folder" on storage.objects`
  for (const init of requests) expect(await open(url, init)).toEqual([400, 'NoSuchKey'])
  expect((await storage.service.fetch(new Request(url, { method: 'HEAD' }))).ok).toBe(false)
})

test('keeps responses to signed URLs out of shared caches (storage 6.1)', async () => {
  const { storage, urls } = await createSignedUrls()
  await using _ = storage
  for (const url of urls) {
    const { headers } = await storage.service.fetch(new Request(url))
    expect(headers.get('cache-control')).toBe('private, max-age=60, must-revalidate')
  }
})

test('encrypts the claims of the signer (storage 6.1)', async () => {
  const storage = await createTestStorage({ sql: EXAMPLE_RULES })
  await using _ = storage
  await createExampleBuckets(storage)
  await storage.admin.storage.from('private').upload(KEY, 'x')
  const token = await storage.signToken({ sub: ALICE, email: 'alice@example.org' })
  const response = await storage.request(`/object/sign/private/${KEY}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ expiresIn: 60 }),
  })
  const [, payload = ''] = (await response.json()).signedURL.split('token=')[1].split('.')
  const text = Buffer.from(payload, 'base64url').toString()
  expect(JSON.parse(text).url).toBe(`private/${KEY}`)
  expect(text).not.toContain('alice@')
  expect(text).not.toContain('authenticated')
})

test('shortens lifetimes to the maximum of the settings (storage 6.1)', async () => {
  const storage = await createTestStorage({
    sql: EXAMPLE_RULES,
    settings: { signedUrlMaxLifetimeSeconds: 100 },
  })
  await using _ = storage
  await createExampleBuckets(storage)
  await storage.admin.storage.from('private').upload(KEY, 'x')
  const ten = 10 * 365 * 24 * 60 * 60
  const { data } = await storage.admin.storage.from('private').createSignedUrl(KEY, ten)
  const [, payload = ''] = new URL(data?.signedUrl ?? '').searchParams.get('token')?.split('.') ?? []
  const { iat, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  expect(exp - iat).toBe(100)
})

test('accepts a signed upload only while its signer may write the object (storage 6.1)', async () => {
  await using storage = await createTestStorage({ sql: EXAMPLE_RULES })
  await createExampleBuckets(storage)
  const files = (await storage.as(ALICE)).storage.from('private')
  const [first, second] = [
    await files.createSignedUploadUrl(`${ALICE}/1.txt`),
    await files.createSignedUploadUrl(`${ALICE}/2.txt`),
  ]
  const send = ({ data }: typeof first) => files.uploadToSignedUrl(data?.path ?? '', data?.token ?? '', 'text')
  expect((await send(first)).error).toBeNull()
  await storage.database.connect('owner', { max: 1 })`
    create policy "none write" on storage.objects as restrictive for insert to authenticated with check (false)`
  expect((await send(second)).error).toMatchObject({ statusCode: '403' })
  const begin = await storage.service.fetch(
    new Request('http://storage.test/storage/v1/upload/resumable/sign', {
      method: 'POST',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '4',
        'upload-metadata': `bucketName ${btoa('private')},objectName ${btoa(`${ALICE}/2.txt`)}`,
        'x-signature': second.data?.token ?? '',
      },
    }),
  )
  expect(begin.status).toBe(403)
})
