import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, expect, test } from 'vitest'
import { type BufferedResponse, type Connection, deliver } from './buffered-response.ts'

const LONG = 'x'.repeat(2_000)
let answer: BufferedResponse = { status: 200, statusText: 'OK', headers: [], body: null }
let compresses = false

const listener = getRequestListener(
  (request, connection: Connection) => deliver(answer, request, { ...connection, compresses }),
  { overrideGlobalObjects: false },
)
const server = createServer((request, response) => void listener(request, response))
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

/** Returns the raw response. */
function sendPlain(
  given: Partial<BufferedResponse>,
  method = 'GET',
  headers: Record<string, string> = {},
): Promise<PlainResponse> {
  answer = { status: 200, statusText: 'OK', headers: [], body: null, ...given }
  const { port } = server.address() as AddressInfo
  const { promise, resolve, reject } = Promise.withResolvers<PlainResponse>()
  const outgoing = send({ port, host: '127.0.0.1', method, headers }, async (incoming) => {
    const { statusCode: status, statusMessage: reason } = incoming
    resolve({ status, reason, headers: incoming.headers, body: (await incoming.toArray()).join('') })
  })
  outgoing.on('error', reject)
  outgoing.end()
  return promise
}

test('writes a response with its reason phrase and its length in bytes', async () => {
  const received = await sendPlain({ status: 418, statusText: 'Short And Stout', body: 'für' })
  expect([received.status, received.reason, received.headers['content-length'], received.body]).toEqual([
    418,
    'Short And Stout',
    '4',
    'für',
  ])
})

test('writes the reason phrase of the status when the response has none (functions 2.4)', async () => {
  expect((await sendPlain({ status: 422, statusText: '' })).reason).toBe('Unprocessable Entity')
})

test('sends content-length 0 for an empty body, and none where no body is allowed', async () => {
  expect((await sendPlain({ status: 201 }, 'POST')).headers).toMatchObject({ 'content-length': '0' })
  expect((await sendPlain({}, 'HEAD')).headers['content-length']).toBeUndefined()
  expect((await sendPlain({ status: 204 }, 'PATCH')).headers['content-length']).toBeUndefined()
  expect((await sendPlain({ status: 304 })).headers['content-length']).toBeUndefined()
})

test('joins repeated headers, except cookies', async () => {
  const headers: BufferedResponse['headers'] = [
    ['X-Of', 'one'],
    ['Set-Cookie', 'a=1'],
    ['x-of', 'two'],
    ['set-cookie', 'b=2'],
  ]
  expect((await sendPlain({ headers })).headers).toMatchObject({ 'x-of': 'one, two', 'set-cookie': ['a=1', 'b=2'] })
})

test('returns a Response with the reason phrase if the body is compressible', async () => {
  compresses = true
  const request = new Request('http://backend.test/', { headers: { 'accept-encoding': 'br' } })
  const long = await sendPlain({ statusText: 'Long', body: LONG }, 'GET', { 'accept-encoding': 'br' })
  expect([long.reason, long.body]).toEqual(['Long', LONG])
  // In process nothing is written to a connection.
  expect(await deliver(answer, request).text()).toBe(LONG)
  compresses = false
})

test('ignores a client that has disconnected', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<Response>()
  const slow = getRequestListener(
    async (request, connection: Connection) => {
      await new Promise((settle) => request.signal.addEventListener('abort', settle))
      const response = deliver({ status: 200, statusText: 'OK', headers: [], body: LONG }, request, connection)
      resolve(response)
      return response
    },
    { overrideGlobalObjects: false },
  )
  const slowServer = createServer((request, response) => void slow(request, response))
  await new Promise<void>((settle) => slowServer.listen(0, '127.0.0.1', settle))
  const { port } = slowServer.address() as AddressInfo
  const outgoing = send({ port, host: '127.0.0.1' })
  outgoing.on('error', () => {})
  outgoing.end()
  slowServer.once('request', () => outgoing.destroy())
  expect((await closed).body).toBeNull()
  slowServer.close()
})
