import { afterAll, beforeAll, expect, test } from 'vitest'
import { countEarlyResponses, type EarlyResponses } from '../../../test/early-responses.ts'
import { createTestFunctions, serve, type TestFunctions, withoutTokens } from './test-functions.ts'

const MEBIBYTE = 1024 * 1024
const NAMES = ['unread', 'canceled', 'throws', 'later', 'first']

let functions: TestFunctions
let server: EarlyResponses

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
  server = await countEarlyResponses((request, connection) => functions.service.fetch(request, connection))
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await functions[Symbol.asyncDispose]()
})

/** Sends 9 MiB to a function. */
function send(name: string): Promise<Response> {
  return fetch(`${server.url}/functions/v1/${name}`, { method: 'POST', body: 'x'.repeat(9 * MEBIBYTE) })
}

test.each([
  ['unread', 401],
  ['canceled', 402],
  ['throws', 500],
  ['first', 403],
])('sends the response of a function that does not read a body of 9 MiB: %s (functions 2.8)', async (name, status) => {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const response = await send(name)
    expect([response.status, (await response.text()).length > 0]).toEqual([status, true])
  }
  expect(server.count()).toBe(0)
})

test('lets background work read a body after the response (functions 2.8)', async () => {
  expect((await send('later')).status).toBe(202)
  await expect.poll(() => functions.log.join()).toContain(`read ${9 * MEBIBYTE}`)
})
