import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { rejectMalformed } from './malformed-requests.ts'

/** Sends a raw request head and returns the status of the response. */
async function send(...lines: string[]): Promise<string | undefined> {
  const server = createServer((request, response) => {
    if (!rejectMalformed(request, response)) response.writeHead(200, { connection: 'close' }).end()
  }).listen(0)
  onTestFinished(() => void server.close())
  const socket = connect((server.address() as AddressInfo).port)
  socket.end(`${lines.join('\r\n')}\r\n\r\n`)
  const response = await socket.setEncoding('utf8').toArray()
  return response.join('').slice(9, 12)
}

test('returns 400 for several Host headers', async () => {
  expect(await send('GET / HTTP/1.1', 'Host: a', 'Host: b')).toBe('400')
  expect(await send('GET / HTTP/1.1', 'Host: a', 'X: y', 'hOST: a')).toBe('400')
  expect(await send('GET / HTTP/1.1', 'Host: a', 'X: host')).toBe('200')
})

test('returns 405 for TRACE', async () => {
  expect(await send('TRACE / HTTP/1.1', 'Host: a')).toBe('405')
})
