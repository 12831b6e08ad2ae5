import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { readRejectedBody } from './read-rejected-body.ts'

const BODY = Buffer.alloc(8_000_000, 'x')

/** Sends a large body. Returns the status line of the response, and the error of the connection if it breaks. */
async function sendLarge(port: number): Promise<string[]> {
  const socket = connect(port, '127.0.0.1')
  const { promise, resolve } = Promise.withResolvers<void>()
  let text = ''
  const failures: string[] = []
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  socket.on('error', ({ message }) => void failures.push(message)).on('close', () => resolve())
  socket.write(`POST /large HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${BODY.length}\r\n\r\n`)
  socket.write(BODY)
  await promise
  return [text.split('\r\n', 1)[0] ?? '', ...failures]
}

test('delivers the response to a large body that the handler never read', async () => {
  const app = new Hono()
  app.use(readRejectedBody)
  app.post('/large', (context) => context.text('too large', 413))
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const server = createServer((request, response) => void listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  for (let count = 0; count < 5; count += 1) expect(await sendLarge(port)).toEqual(['HTTP/1.1 413 Payload Too Large'])
  server.close()
})

test('leaves calls within the process alone, which have no connection', async () => {
  const app = new Hono()
  app.use(readRejectedBody)
  app.post('/large', (context) => context.text('too large', 413))
  expect((await app.fetch(new Request('http://localhost/large', { method: 'POST', body: 'x' }))).status).toBe(413)
})
