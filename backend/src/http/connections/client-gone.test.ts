import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { expect, test } from 'vitest'
import { isClientGone } from './client-gone.ts'

/** Sends half of a body and closes the connection. Returns the error of the server that reads it. */
async function breakOff(read: (request: Request) => Promise<unknown>): Promise<unknown> {
  const failed = Promise.withResolvers<unknown>()
  const reading = Promise.withResolvers<void>()
  const answer = async (request: Request) => {
    const whole = read(request)
    reading.resolve()
    await whole.then(failed.resolve, failed.resolve)
    return new Response()
  }
  const listener = getRequestListener(answer, { overrideGlobalObjects: false })
  const server = createServer((request, response) => void listener(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{"a"')
  await reading.promise
  socket.destroy()
  const error = await failed.promise
  server.close()
  return error
}

test('recognises the body of a closed connection, however it is read', async () => {
  for (const read of [
    (request: Request) => request.json(),
    (request: Request) => request.text(),
    (request: Request) => request.arrayBuffer(),
    (request: Request) => new Response(request.body).text(),
  ])
    expect(isClientGone(await breakOff(read))).toBe(true)
})

test('rejects other errors, even those of connections to other servers', () => {
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  for (const error of [reset, new Error('aborted'), new DOMException('aborted', 'AbortError'), 'aborted', undefined])
    expect(isClientGone(error)).toBe(false)
})
