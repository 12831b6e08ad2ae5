import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { limitSlowConnections, readConnectionLimits } from './slow-connections.ts'

const LIMITS = { headersTimeoutMs: 200, idleTimeoutMs: 200, minBytesPerSecond: 1_000_000 }
/** More than the buffers of both sockets hold. */
const LARGE = Buffer.alloc(32 * 1024 * 1024)

/** Opens a connection to a server with these limits. */
async function openConnection(handle: RequestListener) {
  const server = createServer({ connectionsCheckingInterval: 50 }, handle)
  limitSlowConnections(server, LIMITS)
  await once(server.listen(0), 'listening')
  const client = connect((server.address() as AddressInfo).port)
  client.on('error', () => undefined)
  onTestFinished(() => {
    client.destroy()
    server.closeAllConnections()
    server.close()
  })
  const [socket] = (await once(server, 'connection')) as [Socket]
  const isClosed = new Promise<boolean>((resolve) => socket.once('close', () => resolve(true)))
  return { client, isClosed }
}

test('closes a connection whose client does not read the response', async () => {
  const { client, isClosed } = await openConnection((_request, response) => void response.end(LARGE))
  client.write('GET / HTTP/1.1\r\nHost: site\r\n\r\n')
  expect(await isClosed).toBe(true)
})

test('closes a connection whose client reads the response too slowly', async () => {
  const { client, isClosed } = await openConnection((_request, response) => void response.end(LARGE))
  client.write('GET / HTTP/1.1\r\nHost: site\r\n\r\n')
  client.on('data', () => {
    client.pause()
    setTimeout(() => client.resume(), 100)
  })
  expect(await isClosed).toBe(true)
})

test('closes a connection whose client sends a body too slowly', async () => {
  const { client, isClosed } = await openConnection((request, response) => {
    request.resume().once('end', () => response.end())
  })
  client.write('POST / HTTP/1.1\r\nHost: site\r\nContent-Length: 1000\r\n\r\n')
  const timer = setInterval(() => client.write('a'), 50)
  expect(await isClosed).toBe(true)
  clearInterval(timer)
})

test.each(['', 'X-Slow: 1\r\n'])('closes a connection whose headers never end, with %j every 50 ms', async (drop) => {
  const { client, isClosed } = await openConnection(() => undefined)
  client.write('GET / HTTP/1.1\r\nHost: site\r\n')
  const timer = setInterval(() => client.write(drop), 50)
  expect(await isClosed).toBe(true)
  clearInterval(timer)
})

test('keeps a connection while the server works on the response', async () => {
  const { client } = await openConnection(async (_request, response) => {
    await sleep(LIMITS.idleTimeoutMs * 4)
    response.end('late')
  })
  client.write('GET / HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n')
  let received = ''
  client.setEncoding('utf8').on('data', (text) => {
    received += text
  })
  await once(client, 'end')
  expect(received).toMatch(/^HTTP\/1.1 200 OK[\s\S]*late/)
})

test('keeps a connection while the server does not read the body', async () => {
  const { client } = await openConnection(async (request, response) => {
    await sleep(LIMITS.idleTimeoutMs * 4)
    request.resume().once('end', () => response.end('read'))
  })
  client.write(`POST / HTTP/1.1\r\nHost: site\r\nConnection: close\r\nContent-Length: ${LARGE.length}\r\n\r\n`)
  client.write(LARGE)
  let received = ''
  client.setEncoding('utf8').on('data', (text) => {
    received += text
  })
  await once(client, 'end')
  expect(received).toMatch(/^HTTP\/1.1 200 OK[\s\S]*read/)
})

test('rejects limits that are not numbers', () => {
  expect(() => readConnectionLimits({ HTTP_IDLE_TIMEOUT: 'x' })).toThrow(/HTTP_IDLE_TIMEOUT/)
  expect(readConnectionLimits({ HTTP_HEADERS_TIMEOUT: '9' })).toMatchObject({ headersTimeoutMs: 9000 })
})
