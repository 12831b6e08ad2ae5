import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestFunctions, serve, type TestFunctions, withoutTokens } from './test-functions.ts'

const MEBIBYTE = 1024 * 1024
const NAMES = ['unread', 'canceled', 'throws', 'later', 'first']

let functions: TestFunctions
let server: ReturnType<typeof createServer>
/** The number of responses before the end of their request, which the web server cuts off. */
let early = 0

beforeAll(async () => {
  functions = await createTestFunctions({
    'config.toml': withoutTokens(...NAMES),
    'functions/unread/index.ts': serve("() => new Response('unread', { status: 401 })"),
    'functions/canceled/index.ts': serve(
      "async (request) => { await request.body.cancel(); return new Response('canceled', { status: 402 }) }",
    ),
    'functions/throws/index.ts': serve("() => { throw new Error('unread') }"),
    'functions/first/index.ts': serve(
      "async (request) => { await request.body.getReader().read(); return new Response('first', { status: 403 }) }",
    ),
    'functions/later/index.ts': serve(`(request) => {
      EdgeRuntime.waitUntil(request.text().then(({ length }) => Promise.reject(new Error('read ' + length))))
      return new Response(null, { status: 202 })
    }`),
  })
  const listener = getRequestListener((request, connection) => functions.service.fetch(request, connection), {
    overrideGlobalObjects: false,
  })
  server = createServer((request, response) => {
    const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => typeof response
    response.writeHead = (...head: unknown[]) => {
      if (!request.complete) early += 1
      return writeHead(...head)
    }
    void listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await functions[Symbol.asyncDispose]()
})

/** Sends 9 MiB to a function. */
function send(name: string): Promise<Response> {
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/functions/v1/${name}`
  return fetch(url, { method: 'POST', body: 'x'.repeat(9 * MEBIBYTE) })
}

test.each([
  ['unread', 401],
  ['canceled', 402],
  ['throws', 500],
  ['first', 403],
])('sends the response of a function that leaves a body of 9 MiB: %s (functions 2.8)', async (name, status) => {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const response = await send(name)
    expect([response.status, (await response.text()).length > 0]).toEqual([status, true])
  }
  expect(early).toBe(0)
})

test('lets background work read a body after the response (functions 2.8)', async () => {
  expect((await send('later')).status).toBe(202)
  await expect.poll(() => functions.log.join()).toContain(`read ${9 * MEBIBYTE}`)
})
