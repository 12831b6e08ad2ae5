import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { truncate } from 'node:fs/promises'
import { createServer, type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestStorage, TEST_KEYS, type TestStorage } from '../test-storage.ts'

const HEADERS = { authorization: `Bearer ${TEST_KEYS.secretKey}`, 'content-type': 'image/png' }
let storage: TestStorage
let server: ReturnType<typeof createServer>
let base: string

beforeAll(async () => {
  storage = await createTestStorage()
  await storage.admin.storage.createBucket('files', { public: true })
  await storage.admin.storage.createBucket('small', { public: false, fileSizeLimit: 100_000 })
  const listener = getRequestListener((request, connection) => storage.service.fetch(request, connection), {
    overrideGlobalObjects: false,
  })
  server = createServer((request: IncomingMessage, response: ServerResponse) => void listener(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/storage/v1`
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await storage[Symbol.asyncDispose]()
})

const post = (path: string, body: Uint8Array<ArrayBuffer>) =>
  fetch(`${base}/object/${path}`, { method: 'POST', headers: HEADERS, body })

test('serves files of every size over HTTP, whole and in ranges (storage 6)', async () => {
  for (const size of [0, 1, 65_537, 262_145, 1_048_576, 1_048_577, 20_000_000]) {
    const content = new Uint8Array(randomBytes(size))
    expect((await post(`files/${size}.png`, content)).status).toBe(200)
    const whole = await fetch(`${base}/object/public/files/${size}.png`, { headers: { origin: 'https://example.org' } })
    expect(whole.headers.get('access-control-allow-origin')).toBe('*')
    expect(whole.headers.get('x-hono-already-sent')).toBeNull()
    expect(whole.headers.get('content-length')).toBe(String(size))
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true)
    if (size < 700_000) continue
    const part = await fetch(`${base}/object/public/files/${size}.png`, { headers: { range: 'bytes=3-700002' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 3-700002/${size}`])
    expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(3, 700_003))).toBe(true)
  }
})

test('rejects an upload that is too large and keeps the connection usable (storage 5)', async () => {
  const before = await storage.listBlobs()
  const rejected = await fetch(`${base}/object/small/large.png`, {
    method: 'POST',
    headers: HEADERS,
    body: new Blob([randomBytes(3_000_000)]).stream(),
    duplex: 'half',
  } as RequestInit)
  expect(rejected.status).toBe(400)
  expect(await rejected.json()).toMatchObject({ statusCode: '413' })
  expect((await post('small/fits.png', new Uint8Array(10))).status).toBe(200)
  expect((await storage.listBlobs()).length).toBe(before.length + 1)
})

test('reads forms from the connection, responds to rejected ones, and drops aborted ones (storage 5)', async () => {
  const postForm = (path: string, content: Uint8Array<ArrayBuffer>) => {
    const form = new FormData()
    form.append('', new Blob([content], { type: 'image/png' }), 'a.png')
    const { authorization } = HEADERS
    return fetch(`${base}/object/${path}`, { method: 'POST', headers: { authorization }, body: form })
  }
  for (const size of [0, 70_000, 5_000_000]) {
    const content = new Uint8Array(randomBytes(size))
    expect((await postForm(`files/form-${size}.png`, content)).status).toBe(200)
    const whole = await fetch(`${base}/object/public/files/form-${size}.png`)
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true)
  }
  const rejected = await postForm('small/large-form.png', new Uint8Array(3_000_000))
  expect([rejected.status, await rejected.json()]).toMatchObject([400, { statusCode: '413' }])
  const missing = await postForm('nowhere/form.png', new Uint8Array(3_000_000))
  expect([missing.status, await missing.json()]).toMatchObject([400, { code: 'NoSuchBucket' }])
  const empty = await fetch(`${base}/object/files/empty.png`, {
    method: 'POST',
    headers: { ...HEADERS, 'content-type': 'multipart/form-data; boundary=x' },
  })
  expect(await empty.json()).toMatchObject({ message: 'No content provided' })

  const before = await storage.listBlobs()
  const request = openRequest(`${base}/object/files/broken-form.png`, {
    method: 'POST',
    headers: { ...HEADERS, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 5_000_000 },
  })
  request.on('error', () => {})
  request.write('--x\r\ncontent-disposition: form-data; name=""; filename="a.png"\r\ncontent-type: image/png\r\n\r\n')
  request.write(randomBytes(2_000_000))
  await vi.waitFor(async () => expect(await storage.listBlobs()).toHaveLength(before.length + 1), 5_000)
  request.destroy()
  await vi.waitFor(async () => expect(await storage.listBlobs()).toHaveLength(before.length), 5_000)
  expect((await storage.admin.storage.from('files').exists('broken-form.png')).data).toBe(false)
})

test('stores nothing of an aborted upload (storage 5)', async () => {
  const before = await storage.listBlobs()
  const request = openRequest(`${base}/object/files/broken.png`, {
    method: 'POST',
    headers: { ...HEADERS, 'content-length': 5_000_000 },
  })
  request.on('error', () => {})
  request.write(randomBytes(2_000_000))
  await vi.waitFor(async () => expect(await storage.listBlobs()).toHaveLength(before.length + 1), 5_000)
  request.destroy()
  await vi.waitFor(async () => expect((await storage.listBlobs()).toSorted()).toEqual(before.toSorted()), 5_000)
  expect((await storage.admin.storage.from('files').exists('broken.png')).data).toBe(false)
})

test('closes files of aborted downloads without affecting others (storage 6)', async () => {
  const content = new Uint8Array(randomBytes(20_000_000))
  expect((await post('files/long.png', content)).status).toBe(200)
  const { port } = server.address() as AddressInfo
  const leave = async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /storage/v1/object/public/files/long.png HTTP/1.1\r\nhost: a\r\n\r\n')
    await once(socket, 'data')
    socket.destroy()
  }
  const download = async () => {
    const response = await fetch(`${base}/object/public/files/long.png`)
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true)
  }
  await Promise.all([leave(), download(), leave(), leave(), download(), leave()])
  await Promise.all([download(), download()])
})

test('breaks the connection for a truncated file and continues (storage 6)', async () => {
  await post('files/cut.png', new Uint8Array(2_000_000))
  const owner = storage.database.connect('owner', { max: 1 })
  const [row] = await owner<{ version: string }[]>`select version from storage.objects where name = 'cut.png'`
  const version = row?.version ?? ''
  const path = join(storage.folder, 'storage/blobs', version.slice(0, 2), version)
  const response = await fetch(`${base}/object/public/files/cut.png`, { headers: { range: 'bytes=0-1999999' } })
  expect((await response.arrayBuffer()).byteLength).toBe(2_000_000)
  await truncate(path, 1_500_000)
  const cut = fetch(`${base}/object/public/files/cut.png`, { headers: { range: 'bytes=0-1999999' } })
  await expect(cut.then((response) => response.arrayBuffer())).rejects.toThrow()
  expect((await post('files/next.png', new Uint8Array(10))).status).toBe(200)
})
