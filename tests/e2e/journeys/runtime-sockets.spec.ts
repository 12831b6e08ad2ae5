import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { expect } from '../expect.ts'
import { serverTest as test } from '../fixtures.ts'
import { startSite } from '../site.ts'
import { exchangeBroadcast } from '../socket-client.ts'

/** Sends an upgrade request for a WebSocket. Returns the status of the response, which is 101 if a socket is opened. */
async function requestUpgrade(url: string): Promise<number | undefined> {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  }
  const asked = request(url, { headers }).end()
  const [response]: [IncomingMessage] = await Promise.race([
    once(asked, 'response') as Promise<[IncomingMessage]>,
    once(asked, 'upgrade') as Promise<[IncomingMessage]>,
  ])
  asked.destroy()
  return response.statusCode
}

test('opens sockets on the port of the site (realtime 1)', async ({ site }) => {
  expect(await exchangeBroadcast(site.url)).toEqual({ text: 'hello' })
})

test('opens sockets below the base path only (realtime 1)', async () => {
  const publicUrl = 'http://localhost/spots'
  await using behind = await startSite({ template: process.env.E2E_TEMPLATE, publicUrl })
  const { origin } = new URL(behind.url)
  expect(await exchangeBroadcast(`${origin}/spots`)).toEqual({ text: 'hello' })
  expect(await requestUpgrade(`${origin}/realtime/v1/websocket`)).toBe(404)
})

test('ignores the Upgrade header on all other paths (realtime 1)', async ({ site }) => {
  for (const [path, status] of [
    ['/about', 200],
    ['/auth/v1/health', 200],
    ['/realtime/v1/websocket/more', 404],
  ] as const)
    expect([path, await requestUpgrade(site.url + path)]).toEqual([path, status])
})
