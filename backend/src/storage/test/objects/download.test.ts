import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { expect, test } from 'vitest'
import { ALICE, BOB, createExampleBuckets, createTestStorage, EXAMPLE_RULES, TEST_KEYS } from '../test-storage.ts'

const ADMIN = { authorization: `Bearer ${TEST_KEYS.secretKey}` }

async function setUp() {
  const storage = await createTestStorage({ sql: EXAMPLE_RULES })
  await createExampleBuckets(storage)
  return storage
}

test('lets anonymous callers read public buckets only (storage 1)', async () => {
  await using storage = await setUp()
  await storage.admin.storage.from('public').upload('a.txt', 'public')
  await storage.admin.storage.from('private').upload('a.txt', 'private')
  const open = await storage.request('/object/public/public/a.txt')
  expect([open.status, await open.text()]).toEqual([200, 'public'])
  expect(await (await storage.request('/object/public/a.txt')).text()).toBe('public')
  for (const path of ['/object/public/private/a.txt', '/object/private/a.txt', '/object/info/private/a.txt']) {
    const rejected = await storage.request(path)
    expect([rejected.status, await rejected.json()]).toEqual([
      400,
      { statusCode: '404', error: 'Bucket not found', message: 'Bucket not found', code: 'NoSuchBucket' },
    ])
  }
  const stale = await storage.request('/object/private/a.txt', { headers: { authorization: 'Bearer not.a.token' } })
  expect(await stale.json()).toMatchObject({ code: 'NoSuchBucket' })
  const strict = await storage.request('/object/authenticated/public/a.txt', {
    headers: { authorization: 'Bearer not.a.token' },
  })
  expect(await strict.json()).toMatchObject({ code: 'AccessDenied', statusCode: '403' })
})

test('serves accounts the objects that policies allow and hides the rest (storage 6)', async () => {
  await using storage = await setUp()
  const alice = (await storage.as(ALICE)).storage.from('private')
  await alice.upload(`${ALICE}/a.txt`, 'mine')
  expect(await (await alice.download(`${ALICE}/a.txt`)).data?.text()).toBe('mine')
  expect((await alice.exists(`${ALICE}/a.txt`)).data).toBe(true)
  const bob = (await storage.as(BOB)).storage.from('private')
  expect((await bob.download(`${ALICE}/a.txt`)).error?.message).toBe('Object not found')
  expect((await bob.exists(`${ALICE}/a.txt`)).data).toBe(false)
  expect((await bob.info(`${ALICE}/a.txt`)).error).toMatchObject({ status: 400, statusCode: '404' })
  expect((await bob.createSignedUrl(`${ALICE}/a.txt`, 60)).error?.message).toBe('Object not found')
})

test('lets policies distinguish operations (storage 10)', async () => {
  const rule = `create policy "accounts look but do not load" on storage.objects for select to authenticated
    using (bucket_id = 'shelf' and storage.allow_any_operation(array['object.list', 'object.head_authenticated_info']))`
  await using storage = await createTestStorage({ sql: rule })
  await storage.admin.storage.createBucket('shelf')
  await storage.admin.storage.from('shelf').upload('a.txt', 'x')
  const shelf = (await storage.as(ALICE)).storage.from('shelf')
  expect((await shelf.list()).data?.map((file) => file.name)).toEqual(['a.txt'])
  const headers = { authorization: `Bearer ${await storage.signToken({ sub: ALICE })}` }
  expect((await storage.request('/object/shelf/a.txt', { method: 'HEAD', headers })).status).toBe(200)
  expect((await shelf.download('a.txt')).error?.message).toBe('Object not found')
})

test('serves ranges, conditions and HEAD from the row (storage 6)', async () => {
  await using storage = await setUp()
  await storage.admin.storage.from('public').upload('a.txt', '0123456789', { contentType: 'text/plain' })
  const get = (headers: Record<string, string>, method = 'GET') =>
    storage.request('/object/public/public/a.txt', { method, headers })
  const whole = await get({})
  const etag = whole.headers.get('etag') ?? ''
  expect(etag).toBe('"781e5e245d69b566979b86e28d23f2c7"')
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-length': '10',
    'content-type': 'text/plain',
    'accept-ranges': 'bytes',
    'cache-control': 'max-age=3600',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'none',
  })
  for (const [range, text, contentRange] of [
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
  ]) {
    const part = await get({ range: range ?? '' })
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, text, contentRange])
  }
  for (const range of ['bytes=10-', 'bytes=5-2', 'bytes=1-2,4-5', 'lines=1-2', 'bytes=-0']) {
    const rejected = await get({ range })
    expect([rejected.status, rejected.headers.get('content-range'), await rejected.json()]).toEqual([
      416,
      'bytes */10',
      { statusCode: '416', error: 'invalid_range', message: 'invalid range provided', code: 'InvalidRange' },
    ])
  }
  for (const tag of [etag, '*', `"other", W/${etag}`]) {
    const current = await get({ 'if-none-match': tag })
    expect([current.status, current.headers.get('cache-control')]).toEqual([304, 'max-age=3600'])
  }
  const changed = await get({ 'if-none-match': '"other"' })
  expect(changed.headers.get('cache-control')).toBe('max-age=3600, stale-while-revalidate=30')
  expect((await get({ 'if-modified-since': whole.headers.get('last-modified') ?? '' })).status).toBe(304)
  expect((await get({ 'if-modified-since': 'Thu, 01 Jan 2015 00:00:00 GMT' })).status).toBe(200)
  const head = await get({}, 'HEAD')
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', ''])
})

test('sends the whole file when a download of an earlier one is resumed (storage 6)', async () => {
  await using storage = await setUp()
  const bucket = storage.admin.storage.from('public')
  await bucket.upload('a.txt', 'first content')
  const resume = async (condition: string) => {
    const headers = { range: 'bytes=6-', 'if-range': condition }
    const response = await storage.request('/object/public/public/a.txt', { headers })
    return [response.status, await response.text()]
  }
  const { headers } = await storage.request('/object/public/public/a.txt')
  const etag = headers.get('etag') ?? ''
  for (const condition of [etag, headers.get('last-modified') ?? ''])
    expect(await resume(condition)).toEqual([206, 'content'])
  await bucket.update('a.txt', 'other content')
  const earlier = 'Thu, 01 Jan 2015 00:00:00 GMT'
  for (const condition of [etag, `W/${etag}`, earlier]) expect(await resume(condition)).toEqual([200, 'other content'])
})

test('sends script-capable files so that they cannot run (storage 6)', async () => {
  await using storage = await setUp()
  const bucket = storage.admin.storage.from('public')
  await bucket.upload('a.html', '<script>alert(1)</script>', { contentType: 'text/html; charset=utf-8' })
  await bucket.upload('a.svg', '<svg/>', { contentType: 'image/svg+xml' })
  await bucket.upload('a.png', 'x', { contentType: 'image/png' })
  const html = await storage.request('/object/public/public/a.html')
  expect(html.headers.get('content-type')).toBe('text/plain')
  expect(html.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
  const svg = await storage.request('/object/public/public/a.svg')
  expect(svg.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
  const png = await storage.request('/object/public/public/a.png')
  expect(png.headers.get('content-security-policy')).toBeNull()
})

test('uses the requested name for downloads (storage 6)', async () => {
  await using storage = await setUp()
  await storage.admin.storage.from('public').upload('a.txt', 'x')
  const url = new URL(
    storage.admin.storage.from('public').getPublicUrl('a.txt', { download: 'größe.txt' }).data.publicUrl,
  )
  const named = await storage.request(url.pathname.replace('/storage/v1', '') + url.search)
  expect(named.headers.get('content-disposition')).toBe(
    "attachment; filename=gr%C3%B6%C3%9Fe.txt; filename*=UTF-8''gr%C3%B6%C3%9Fe.txt",
  )
  const unnamed = await storage.request('/object/public/public/a.txt?download=')
  expect(unnamed.headers.get('content-disposition')).toBe('attachment;')
})

test('limits a signed URL to one object and its lifetime, and rejects its token elsewhere (storage 6)', async () => {
  await using storage = await setUp()
  const bucket = storage.admin.storage.from('private')
  await bucket.upload('folder/a.txt', 'secret')
  const { data } = await bucket.createSignedUrl('folder/a.txt', 60, { download: true })
  const url = new URL(data?.signedUrl ?? '')
  const path = url.pathname.replace('/storage/v1', '')
  const response = await storage.request(path + url.search)
  expect(await response.text()).toBe('secret')
  expect(response.headers.get('expires')).not.toBeNull()
  expect(response.headers.get('cache-control')).toBe('private, max-age=60, must-revalidate')
  expect(response.headers.get('content-disposition')).toBe('attachment;')

  const token = url.searchParams.get('token') ?? ''
  const other = await storage.request(`/object/sign/private/folder/b.txt?token=${token}`)
  expect(await other.json()).toMatchObject({ code: 'InvalidSignature', message: 'Invalid signature' })
  const bearer = await storage.request('/bucket', { headers: { authorization: `Bearer ${token}` } })
  expect(await bearer.json()).toMatchObject({ code: 'AccessDenied' })
  const upload = await storage.request(`/object/upload/sign/private/folder/a.txt?token=${token}`, {
    method: 'PUT',
    body: 'x',
  })
  expect(await upload.json()).toMatchObject({ message: 'Token is not scoped for upload' })
  const userToken = await storage.signToken({ sub: ALICE, url: 'private/folder/a.txt', scope: 'download' })
  const forged = await storage.request(`/object/sign/private/folder/a.txt?token=${userToken}`)
  expect(await forged.json()).toMatchObject({ code: 'InvalidJWT' })
})

test('rejects an expired signed URL with the message of the verifier (storage 6)', async () => {
  await using storage = await setUp()
  const bucket = storage.admin.storage.from('private')
  await bucket.upload('a.txt', 'secret')
  const signed = await bucket.createSignedUrl('a.txt', 1)
  await new Promise((resolve) => setTimeout(resolve, 2100))
  const response = await storage.request(toPath(signed.data?.signedUrl))
  expect(await response.json()).toMatchObject({ code: 'InvalidJWT', message: '"exp" claim timestamp check failed' })
})

test('signs many URLs at once and reports failures in place (storage 7)', async () => {
  await using storage = await setUp()
  const bucket = storage.admin.storage.from('private')
  await bucket.upload('a.txt', 'a')
  const { data } = await bucket.createSignedUrls(['missing.txt', 'a.txt'], 60)
  expect(data?.[0]).toMatchObject({
    error: 'Either the object does not exist or you do not have access to it',
    path: 'missing.txt',
  })
  expect(await (await storage.request(toPath(data?.[1]?.signedUrl))).text()).toBe('a')
})

test('serves large files, ranges, HEAD and aborted requests over HTTP as in-process (storage 6)', async () => {
  await using storage = await setUp()
  const responses: Promise<Response>[] = []
  const listener = getRequestListener(
    (request) => {
      const response = storage.service.fetch(request)
      responses.push(response)
      return response
    },
    { overrideGlobalObjects: false },
  )
  // Longer than a slow machine needs between two requests, so that none meets a closing connection.
  const server = createServer({ keepAliveTimeout: 60_000 }, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/storage/v1`
  const bytes = new Uint8Array(3_000_000).map((_, index) => index % 253)
  const upload = await fetch(`${base}/object/private/big.bin`, { method: 'POST', headers: ADMIN, body: bytes })
  expect(upload.status).toBe(200)
  const form = new FormData()
  form.append('', new Blob([bytes]), 'x')
  expect((await fetch(`${base}/object/private/form.bin`, { method: 'POST', headers: ADMIN, body: form })).status).toBe(
    200,
  )
  for (const name of ['big.bin', 'form.bin']) {
    const whole = await fetch(`${base}/object/private/${name}`, { headers: ADMIN })
    // `toEqual` compares millions of bytes in seconds.
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
  }
  const part = await fetch(`${base}/object/private/big.bin`, { headers: { ...ADMIN, range: 'bytes=1000000-1000099' } })
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(1_000_000, 1_000_100))
  const head = await fetch(`${base}/object/private/big.bin`, { method: 'HEAD', headers: ADMIN })
  expect(head.headers.get('content-length')).toBe('3000000')

  const tooBig = await fetch(`${base}/object/private/huge.bin`, {
    method: 'POST',
    headers: ADMIN,
    body: new Uint8Array(60_000_000),
  }).catch((error: unknown) => error)
  // The server may close the connection while the client sends. Either way no file exists.
  if (tooBig instanceof Response) expect(await tooBig.json()).toMatchObject({ code: 'EntityTooLarge' })
  for (const name of ['gone-1.bin', 'gone-2.bin', 'gone-3.bin']) {
    const abort = new AbortController()
    const slow = new ReadableStream({
      async pull(controller) {
        controller.enqueue(new Uint8Array(10_000))
        await new Promise((resolve) => setTimeout(resolve, 5))
      },
    })
    const init = { method: 'POST', headers: ADMIN, body: slow, duplex: 'half', signal: abort.signal } as RequestInit
    const before = responses.length
    const sent = fetch(`${base}/object/private/${name}`, init).catch(() => undefined)
    await expect.poll(() => responses.length, { timeout: 10_000 }).toBe(before + 1)
    abort.abort()
    await sent
  }
  const statuses = await Promise.all(responses.map(async (response) => (await response).status))
  expect(statuses.slice(-3)).toEqual([499, 499, 499])
  const { data } = await storage.admin.storage.from('private').list()
  expect(data?.map((file) => file.name)).toEqual(['big.bin', 'form.bin'])
  await new Promise((resolve) => server.close(resolve).closeAllConnections())
})

function toPath(signedUrl: string | null | undefined): string {
  const url = new URL(signedUrl ?? '')
  return url.pathname.replace('/storage/v1', '') + url.search
}
