import { createServer, request as open } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { expect, test } from 'vitest'
import { handleWithinLimits } from './body-limit.ts'

const MEGABYTE = 1024 * 1024

/** Sends megabytes without a declared length to a handler that reads all of them. Returns the result. */
async function send(
  path: string,
  { megabytes, headers = {} }: { megabytes: number; headers?: Record<string, string> },
) {
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent++ === megabytes) controller.close()
      else controller.enqueue(new Uint8Array(MEGABYTE))
    },
  })
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' }
  const response = await handleWithinLimits(new Request(`http://here${path}`, init), async (request) => {
    const read = await request.arrayBuffer().catch(() => undefined)
    return new Response(String(read?.byteLength), { status: read ? 200 : 500 })
  })
  return { status: response.status, text: await response.text(), sent }
}

test('rejects an endless body and stops reading it', async () => {
  const { status, text, sent } = await send('/auth/login', { megabytes: 1000 })
  expect([status, text]).toEqual([413, 'The request is too large: at most 1 MB are accepted.\n'])
  expect(sent).toBeLessThan(10)
})

test('rejects a body declared as too large without reading it', async () => {
  const { status, sent } = await send('/auth/login', {
    megabytes: 5,
    headers: { 'content-length': String(5 * MEGABYTE) },
  })
  expect(status).toBe(413)
  expect(sent).toBeLessThan(3)
})

test('passes forms on in full', async () => {
  expect(await send('/auth/login', { megabytes: 1 })).toMatchObject({ status: 200, text: String(MEGABYTE) })
})

test('lets clients with a session send photos to forms that accept them', async () => {
  const headers = { cookie: 'theme=day; sb-local-auth-token.0=base64-x' }
  expect(await send('/submit', { megabytes: 30, headers })).toMatchObject({ status: 200 })
  expect(await send('/spot/abcdefgh.data', { megabytes: 30, headers })).toMatchObject({ status: 200 })
  expect(await send('/spot/abcdefgh', { megabytes: 30 })).toMatchObject({ status: 413 })
  expect(await send('/city/lisbon', { megabytes: 30, headers })).toMatchObject({ status: 413 })
})

test('delivers the rejection while the client is still sending', async () => {
  const listener = getRequestListener(
    (request) =>
      handleWithinLimits(request, async (bounded) => new Response(String((await bounded.arrayBuffer()).byteLength))),
    { overrideGlobalObjects: false },
  )
  const server = createServer((request, response) => void listener(request, response)).listen(0)
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const send = (megabytes: number) =>
    new Promise<number | undefined>((resolve, reject) => {
      const client = open({ port, method: 'POST', path: '/auth/login' }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      client.on('error', reject)
      for (let sent = 0; sent < megabytes; sent += 1) client.write(new Uint8Array(MEGABYTE))
      client.end()
    })
  expect(await send(1)).toBe(200)
  expect(await send(20)).toBe(413)
  expect(await send(1)).toBe(200)
  server.closeAllConnections()
  server.close()
})

test('limits all bodies together and frees the room of finished requests', async () => {
  const headers = { cookie: 'sb-hereabouts-auth-token=x' }
  const several = await Promise.all(
    Array.from({ length: 4 }, () => send('/submit/photos', { megabytes: 100, headers })),
  )
  const statuses = several.map(({ status }) => status)
  expect(statuses).toContain(503)
  expect(statuses).toContain(200)
  expect(several.find(({ status }) => status === 503)?.text).toBe(
    'Too many uploads at once. Please try again in a minute.\n',
  )
  expect((await send('/submit/photos', { megabytes: 100, headers })).status).toBe(200)
})
