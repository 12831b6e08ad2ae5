import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FetchError } from 'ofetch'
import { expect, onTestFinished, test } from 'vitest'
import { createHttpClient } from './http-client.ts'

interface Answer {
  status?: number
  reason?: string
  type?: string | undefined
  body?: string
}

/** A server that gives the same response to every call, and the received calls. */
async function serve({ status = 200, reason, type = 'application/json', body = '' }: Answer) {
  const calls: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    calls.push({ method, url, headers, body: await text(request) })
    response.writeHead(status, reason, type ? { 'content-type': type } : {}).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { calls, origin, http: createHttpClient(`${origin}/spots/`) }
}

function isWrite(method: string): boolean {
  return ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)
}

for (const status of [408, 409, 425, 429, 500, 502, 503, 504]) {
  test(`retries a read once on status ${status}, and never a write (runtime 8.1)`, async () => {
    const { calls, http } = await serve({ status })
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      calls.length = 0
      await expect(http('x', { method }), method).rejects.toThrow(String(status))
      expect(calls.length, method).toBe(isWrite(method) ? 1 : 2)
    }
  })
}

test('does not retry other failures, and retries a write as often as the call requests (runtime 8.1)', async () => {
  for (const status of [400, 401, 403, 404, 410, 422, 501]) {
    const { calls, http } = await serve({ status })
    await expect(http('x')).rejects.toThrow()
    expect(calls.length, String(status)).toBe(1)
  }
  const { calls, http } = await serve({ status: 503 })
  await expect(http('x', { method: 'POST', retry: 2 })).rejects.toThrow()
  expect(calls.length).toBe(3)
})

test('retries once after a network failure, but not an aborted call (runtime 8.1)', async () => {
  let tries = 0
  const lost = createHttpClient('http://127.0.0.1:1/')
  const count = () => {
    tries += 1
  }
  await expect(lost('x', { onRequest: count })).rejects.toThrow()
  expect(tries).toBe(2)
  tries = 0
  await expect(lost('x', { onRequest: count, signal: AbortSignal.abort() })).rejects.toThrow()
  expect(tries).toBe(1)
})

test('retries a call whose timeout has passed, whose signal aborts it before it is sent (runtime 8.1)', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1')
  await new Promise((settle) => server.once('listening', settle))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  let [sent, begun] = [0, 0]
  server.on('request', () => {
    sent += 1
  })
  const onRequest = () => {
    begun += 1
  }
  const http = createHttpClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await expect(http('x', { timeout: 200, onRequest })).rejects.toThrow('[TimeoutError]')
  expect([begun, sent]).toEqual([2, 1])
})

test('includes method, URL and status in an error that contains the response (runtime 8.2)', async () => {
  const { http, origin } = await serve({ status: 404, body: '{"code":"gone"}' })
  const error = await http('x').catch((caught: FetchError) => caught)
  expect(error.message).toBe(`[GET] "${origin}/spots/x": 404 Not Found`)
  expect([error.status, error.data]).toEqual([404, { code: 'gone' }])
  // HTTP/2 responses have no status text.
  const wordless = await serve({ status: 404, reason: '' })
  const unnamed = await wordless.http('x').catch((caught: FetchError) => caught)
  expect(unnamed.message).toBe(`[GET] "${wordless.origin}/spots/x": 404 `)
  const unreachable = await createHttpClient('http://127.0.0.1:1')('x', { method: 'POST' }).catch(
    (caught: Error) => caught,
  )
  expect(unreachable.message).toBe('[POST] "http://127.0.0.1:1/x": <no response> fetch failed')
})

test('treats statuses from 400 to 599 as errors (runtime 8.2)', async () => {
  for (const status of [200, 204, 304]) {
    const { http } = await serve({ status, body: '' })
    await expect(http('x'), String(status)).resolves.toBeFalsy()
  }
  for (const status of [400, 451, 599]) {
    const { http } = await serve({ status })
    await expect(http('x')).rejects.toThrow(String(status))
  }
})

test('sends objects and arrays as JSON, and forms unchanged (runtime 8.3)', async () => {
  const { calls, http } = await serve({ body: '{}' })
  for (const body of [{ a: 1 }, [1, 2]]) await http('x', { method: 'POST', body })
  await http('x', { method: 'POST', body: new URLSearchParams({ a: '1' }) })
  const form = new FormData()
  form.set('a', '1')
  await http('x', { method: 'POST', body: form })
  expect(calls.map(({ body }) => body).slice(0, 3)).toEqual(['{"a":1}', '[1,2]', 'a=1'])
  const types = calls.map(({ headers }) => headers['content-type']?.split(';')[0])
  expect(types).toEqual([
    'application/json',
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
  ])
  expect(calls[0]?.headers.accept).toBe('application/json')
})

test('parses responses by type, without one as JSON, and keeps broken JSON as text (runtime 8.3)', async () => {
  const read = async (answer: Answer) => (await serve(answer)).http('x')
  expect(await read({ body: '{"a":1}' })).toEqual({ a: 1 })
  expect(await read({ type: 'text/plain', body: '{"a":1}' })).toBe('{"a":1}')
  expect(await read({ type: undefined, body: '{"a":1}' })).toEqual({ a: 1 })
  expect(await read({ body: '{"a":' })).toBe('{"a":')
})

test('resolves relative paths below the base of the site (runtime 7.4)', async () => {
  const { calls, http } = await serve({ body: '{}' })
  await http('explore/view.json')
  await http('/explore/view.json')
  expect(calls.map(({ url }) => url)).toEqual(['/spots/explore/view.json', '/spots/explore/view.json'])
})
