import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { listen } from './listen.ts'

const HOST = '127.0.0.1'
const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function start(port = 0) {
  const server = createServer((_request, response) => void response.end('hello'))
  const stop = await listen(server, { port, host: HOST })
  closers.push(() => {
    stop()
    server.closeAllConnections()
  })
  return { server, stop, port: (server.address() as AddressInfo).port }
}

/** Keeps the event loop busy. Returns a function that returns the number of its turns so far. */
function keepBusy(): () => number {
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
    const end = performance.now() + 20
    while (performance.now() < end);
  })
  closers.push(() => clearInterval(timer))
  return () => turns
}

test('accepts many connections at the same time while the event loop is busy', async () => {
  const { server, port } = await start()
  let accepted = 0
  server.on('connection', () => {
    accepted += 1
  })
  const countTurns = keepBusy()
  const sockets: Socket[] = Array.from({ length: 64 }, () => connect(port, HOST))
  closers.push(() => sockets.forEach((socket) => void socket.destroy()))
  await expect.poll(() => accepted).toBe(64)
  expect(countTurns()).toBeLessThan(40)
})

test('serves each connection, and accepts none after it has stopped', async () => {
  const { stop, port } = await start()
  const texts = Array.from({ length: 32 }, async () => (await fetch(`http://${HOST}:${port}/`)).text())
  expect(new Set(await Promise.all(texts))).toEqual(new Set(['hello']))
  stop()
  await expect(fetch(`http://${HOST}:${port}/`, { headers: { connection: 'close' } })).rejects.toThrow('fetch failed')
})

test('rejects a port that another server uses', async () => {
  const { port } = await start()
  await expect(start(port)).rejects.toThrow('EADDRINUSE')
})
