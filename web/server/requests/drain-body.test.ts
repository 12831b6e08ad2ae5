import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { expect, onTestFinished, test } from 'vitest'
import { handleWithinLimits } from './body-limit.ts'
import { closeIfBodyPending, drainBody } from './drain-body.ts'

const MEGABYTE = 1024 * 1024

/** Opens a connection to a server that reads bodies of at most 1 MB. */
async function openConnection() {
  const respond = (request: Request) =>
    handleWithinLimits(request, async (bounded) => new Response(`${(await bounded.arrayBuffer()).byteLength} bytes`))
  const listener = getRequestListener(
    async (request, { incoming }) => {
      const response = await respond(request)
      await drainBody(incoming)
      return response
    },
    { overrideGlobalObjects: false },
  )
  const server = createServer((request, response) => {
    closeIfBodyPending(request, response)
    void listener(request, response)
  }).listen(0)
  const socket = connect((server.address() as AddressInfo).port)
  onTestFinished(() => {
    socket.destroy()
    server.closeAllConnections()
    server.close()
  })
  let received = ''
  socket.setEncoding('utf8').on('data', (text) => {
    received += text
  })
  socket.on('error', () => undefined)
  const post = (length: number, isChunked: boolean) => {
    const size = length * MEGABYTE
    socket.write(
      `POST /auth/login HTTP/1.1\r\nhost: x\r\n${isChunked ? 'transfer-encoding: chunked' : `content-length: ${size}`}\r\n\r\n`,
    )
    for (let sent = 0; sent < length; sent += 1) {
      if (isChunked) socket.write(`${MEGABYTE.toString(16)}\r\n`)
      socket.write(new Uint8Array(MEGABYTE))
      if (isChunked) socket.write('\r\n')
    }
    if (isChunked) socket.write('0\r\n\r\n')
  }
  return {
    socket,
    post,
    statuses: () => received.match(/HTTP\/1\.1 \d+/g)?.map((line) => line.slice(-3)) ?? [],
    received: () => received,
  }
}

test.each([true, false])(
  'serves the request after a rejected body on the same connection (chunked: %s)',
  async (isChunked) => {
    const { post, statuses, received } = await openConnection()
    post(5, isChunked)
    post(1, isChunked)
    await expect.poll(statuses).toEqual(['413', '200'])
    expect(received()).not.toMatch(/connection: close/i)
  },
)

test('sends Connection: close when the rest of a body does not arrive', async () => {
  const { socket, statuses, received } = await openConnection()
  socket.write(`POST /auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: ${5 * MEGABYTE}\r\n\r\n`)
  socket.write(new Uint8Array(2 * MEGABYTE))
  await expect.poll(received).toMatch(/connection: close/i)
  expect(statuses()).toEqual(['413'])
})
