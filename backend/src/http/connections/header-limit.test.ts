import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { explainLargeHeaders, MAX_HEADER_BYTES } from './header-limit.ts'

const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
  response.end(String(request.url?.length))
})
explainLargeHeaders(server)
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const { port } = server.address() as AddressInfo
const url = (length: number) => `http://127.0.0.1:${port}/${'x'.repeat(length)}`

/** Sends bytes and returns all that the server answers until it closes the connection. */
function sendBytes(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  return text(socket)
}

test('passes on URLs above the limit of the data service (rest 17)', async () => {
  expect(await (await fetch(url(100_000))).text()).toBe('100001')
})

test.each([MAX_HEADER_BYTES, 2_000_000])(
  'explains a URL of %i bytes to pages of any origin (rest 17)',
  async (length) => {
    const response = await fetch(url(length))
    expect([response.status, response.statusText]).toEqual([431, 'Request Header Fields Too Large'])
    expect(await response.json()).toEqual({
      message: 'The URL and the headers of the request are too large',
      hint: 'At most 131072 bytes are accepted.',
    })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'content-type': 'application/json',
      connection: 'close',
    })
  },
)

test('responds to other malformed requests as Node does (rest 17)', async () => {
  expect(await sendBytes('nonsense\r\n\r\n')).toBe('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
})
