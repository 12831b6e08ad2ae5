import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, expect, test } from 'vitest'
import { openMuseum } from './museum.ts'

const museum = await openMuseum({ poolSize: 1, acquireTimeoutMs: 300 })
const listener = getRequestListener(museum.service.fetch, { overrideGlobalObjects: false })
const server = createServer({ maxHeaderSize: 64 * 1024 }, (request, response) => void listener(request, response))
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

interface PlainResponse {
  status: number | undefined
  reason: string | undefined
  headers: Record<string, unknown>
  body: string
}

/** Tests of the bytes on the wire, before a client processes them. */
function sendPlain(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = '',
): Promise<PlainResponse> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const outgoing = send(
      { port, host: '127.0.0.1', method, path: `/rest/v1${path}`, headers: { apikey: 'sb_secret_test', ...headers } },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode,
            reason: incoming.statusMessage,
            headers: incoming.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        )
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

const JSON_TYPE = { 'content-type': 'application/json' }

test('sends the correct lengths (rest 13)', async () => {
  const rows = await sendPlain('GET', '/rooms?select=label&id=eq.1')
  expect([rows.status, rows.headers['content-length'], rows.body]).toEqual([200, '18', '[{"label":"Hall"}]'])
  const head = await sendPlain('HEAD', '/rooms?select=label&id=eq.1')
  expect([head.status, head.headers['content-length'], head.body]).toEqual([200, undefined, ''])
  const created = await sendPlain('POST', '/rooms', { ...JSON_TYPE, prefer: 'tx=rollback' }, '{"id":50}')
  expect([created.status, created.headers['content-length'], created.headers['content-type']]).toEqual([
    201,
    '0',
    undefined,
  ])
  const changed = await sendPlain('PATCH', '/rooms?id=eq.1', { ...JSON_TYPE, prefer: 'tx=rollback' }, '{"floor":0}')
  expect([changed.status, changed.headers['content-length'], changed.headers['content-range']]).toEqual([
    204,
    undefined,
    '0-0/*',
  ])
  const rejected = await sendPlain('GET', '/nope')
  expect([rejected.status, Number(rejected.headers['content-length']), rejected.headers['proxy-status']]).toEqual([
    404,
    Buffer.byteLength(rejected.body),
    'PostgREST; error=PGRST205',
  ])
})

test('stops reading a body without a declared length at the limit (rest 17)', async () => {
  const { port } = server.address() as AddressInfo
  const headers = { apikey: 'sb_publishable_test', 'content-type': 'text/plain' }
  const status = await new Promise<number | undefined>((resolve) => {
    const outgoing = send(
      { port, host: '127.0.0.1', method: 'POST', path: '/rest/v1/rpc/echo_text', headers },
      (incoming) => {
        resolve(incoming.statusCode)
        outgoing.destroy()
      },
    )
    outgoing.on('error', () => {})
    const chunk = Buffer.alloc(64 * 1024, 'x')
    const write = () => {
      if (!outgoing.destroyed) outgoing.write(chunk, () => setImmediate(write))
    }
    write()
  })
  expect(status).toBe(413)
  const chunked = await sendPlain(
    'POST',
    '/rpc/echo_text',
    { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' },
    'short',
  )
  expect([chunked.status, chunked.body]).toEqual([200, '"short"'])
})

test('sends the message of a raise as the reason phrase (rest 14.4)', async () => {
  const raised = await sendPlain('POST', '/rpc/raise_state', JSON_TYPE, '{"state":"PT402","message":"Payment wanted"}')
  expect([raised.status, raised.reason]).toEqual([402, 'Payment wanted'])
})

test('returns 503 after the wait when all connections are busy, and recovers (rest 14.2)', async () => {
  const slow = sendPlain('POST', '/rpc/slow', JSON_TYPE, '{"seconds":1}')
  const late = await sendPlain('GET', '/rooms')
  expect([late.status, JSON.parse(late.body)]).toMatchObject([
    503,
    { code: 'PGRST003', message: 'Timed out acquiring connection from connection pool.' },
  ])
  expect((await slow).status).toBe(204)
  expect((await sendPlain('GET', '/rooms')).status).toBe(200)
})

test('frees the connection of a client that disconnects (rest 14.2)', async () => {
  const { port } = server.address() as AddressInfo
  for (let round = 0; round < 5; round += 1) {
    const outgoing = send({
      port,
      host: '127.0.0.1',
      path: '/rest/v1/works?select=*',
      headers: { apikey: 'sb_secret_test' },
    })
    outgoing.on('error', () => {})
    outgoing.end()
    setTimeout(() => outgoing.destroy(), round * 3)
  }
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect((await sendPlain('GET', '/rooms')).status).toBe(200)
})

test.each(['content-length', 'transfer-encoding'])(
  'logs nothing when a client aborts an upload with %s (rest 14.2)',
  async (name) => {
    const { port } = server.address() as AddressInfo
    const length = name === 'content-length' ? { 'content-length': '1000' } : { 'transfer-encoding': 'chunked' }
    const headers = { ...JSON_TYPE, ...length, apikey: 'sb_secret_test' }
    const outgoing = send({ port, host: '127.0.0.1', method: 'POST', path: '/rest/v1/rooms', headers })
    outgoing.on('error', () => {})
    outgoing.write('{"id":')
    await new Promise((resolve) => setTimeout(resolve, 50))
    outgoing.destroy()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(museum.logged).toEqual([])
  },
)

test('upserts through a view by the key that it exposes (rest 10.3)', async () => {
  const headers = { ...JSON_TYPE, prefer: 'tx=rollback, resolution=merge-duplicates, return=representation' }
  const merged = await sendPlain('POST', '/shown_works?select=id,name', headers, '{"id":1,"name":"Renamed"}')
  expect([merged.status, merged.body]).toEqual([200, '[{"id":1,"name":"Renamed"}]'])
})
