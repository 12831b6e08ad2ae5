import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { errorHeadersMiddleware } from './error-headers.server.ts'

/** Returns the headers of a response with this status, as sent by the server. */
async function send(status: number, method = 'GET'): Promise<Record<string, string>> {
  const url = new URL('http://here/about')
  const context = new RouterContextProvider()
  const args = { request: new Request(url, { method }), url, pattern: 'about', params: {}, context }
  const response = await errorHeadersMiddleware(args, async () => new Response(null, { status }))
  return Object.fromEntries((response as Response).headers)
}

test('adds strict headers to error responses and keeps a 404 out of caches (runtime 2.6)', async () => {
  const closed = { 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' }
  for (const status of [400, 403, 410, 500, 503]) expect(await send(status), String(status)).toMatchObject(closed)
  expect(await send(404)).toMatchObject({ ...closed, 'cache-control': 'no-cache' })
  for (const status of [200, 302, 304, 399])
    expect(await send(status), String(status)).not.toHaveProperty('x-frame-options')
  expect(await send(500)).not.toHaveProperty('cache-control')
})

test('keeps the referrer policy of form responses, so that the form can be sent again (runtime 2.6)', async () => {
  expect(await send(422, 'POST')).not.toHaveProperty('referrer-policy')
})
