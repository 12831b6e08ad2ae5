import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestStorage, TEST_KEYS, type TestStorage } from '../test-storage.ts'

const MEBIBYTE = 1024 * 1024
const AUTHORIZATION = `host: x\r\nauthorization: Bearer ${TEST_KEYS.secretKey}\r\n`
const NEXT = `GET /storage/v1/status HTTP/1.1\r\nhost: x\r\n\r\n`
let storage: TestStorage
let server: ReturnType<typeof createServer>
let port: number

beforeAll(async () => {
  storage = await createTestStorage({ settings: { fileSizeLimitBytes: 1000 } })
  await storage.admin.storage.createBucket('files')
  const listener = getRequestListener((request, connection) => storage.service.fetch(request, connection), {
    overrideGlobalObjects: false,
  })
  server = createServer((request, response) => void listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await storage[Symbol.asyncDispose]()
})

/** Sends raw requests on one connection; resolves with the status lines and headers once `count` responses arrived. */
async function send(requests: (string | Buffer)[], count: number): Promise<string[]> {
  const socket: Socket = connect(port, '127.0.0.1')
  let text = ''
  const { promise, resolve } = Promise.withResolvers<void>()
  const heads = () => text.split(/(?=HTTP\/1\.1 )/).filter((head) => head.startsWith('HTTP/1.1'))
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    if (heads().length >= count) resolve()
  })
  socket.on('close', () => resolve()).on('error', () => resolve())
  for (const request of requests) socket.write(request)
  await promise
  socket.destroy()
  return heads()
}

const statuses = (heads: string[]) => heads.map((head) => Number(head.slice(9, 12)))
const chunked = (bytes: number) => [`${bytes.toString(16)}\r\n`, Buffer.alloc(bytes, 'x'), '\r\n0\r\n\r\n']

test('serves the request that follows a JSON body above the limit (storage 2)', async () => {
  const head = `POST /storage/v1/bucket HTTP/1.1\r\n${AUTHORIZATION}content-type: application/json\r\n`
  const declared = [`${head}content-length: ${3 * MEBIBYTE}\r\n\r\n`, Buffer.alloc(3 * MEBIBYTE, 'x')]
  expect(statuses(await send([...declared, NEXT], 2))).toEqual([413, 200])
  const streamed = [`${head}transfer-encoding: chunked\r\n\r\n`, ...chunked(3 * MEBIBYTE)]
  expect(statuses(await send([...streamed, NEXT], 2))).toEqual([413, 200])
})

test('serves the request that follows a rejected upload (storage 2)', async () => {
  const head = `POST /storage/v1/object/files/a HTTP/1.1\r\n${AUTHORIZATION}content-type: image/png\r\n`
  const declared = [`${head}content-length: ${3 * MEBIBYTE}\r\n\r\n`, Buffer.alloc(3 * MEBIBYTE)]
  expect(statuses(await send([...declared, NEXT], 2))).toEqual([400, 200])
  const streamed = [`${head}transfer-encoding: chunked\r\n\r\n`, ...chunked(3 * MEBIBYTE)]
  expect(statuses(await send([...streamed, NEXT], 2))).toEqual([400, 200])
  const stranger = `PUT /storage/v1/object/files/a HTTP/1.1\r\nhost: x\r\ncontent-length: ${MEBIBYTE}\r\n\r\n`
  expect(statuses(await send([stranger, Buffer.alloc(MEBIBYTE), NEXT], 2))).toEqual([400, 200])
})

test('announces the end of the connection when the rest of a body is too long or stalls (storage 2)', async () => {
  const head = (bytes: number) =>
    `POST /storage/v1/object/files/a HTTP/1.1\r\n${AUTHORIZATION}content-type: image/png\r\ncontent-length: ${bytes}\r\n\r\n`
  for (const bytes of [100 * MEBIBYTE, 2 * MEBIBYTE]) {
    const [response = ''] = await send([head(bytes), Buffer.alloc(1000)], 1)
    expect(statuses([response])).toEqual([400])
    expect(response).toMatch(/^connection: close\r$/im)
  }
})
