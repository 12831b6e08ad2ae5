import { createClient } from '@supabase/supabase-js'
import { expect, test, vi } from 'vitest'
import { createBackendFetch } from './backend-fetch.ts'

const url = 'http://backend.test/rest/v1/spots?email=eq.ada@example.org'

/** A fetch that fails a number of times before it responds, and the logged messages. */
function prepare(failures: number, response = () => new Response('[]', { status: 200 })) {
  let failing = failures
  const once = vi.fn<typeof fetch>(async () => {
    failing -= 1
    if (failing >= 0) throw new TypeError('fetch failed')
    return response()
  })
  const lines: string[] = []
  const log = { warn: (line: string) => lines.push(line), error: (line: string) => lines.push(line) }
  return { once, lines, call: createBackendFetch(once, log) }
}

test('tries a call three times on network failure, regardless of its method (runtime 8.4)', async () => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    const { once, call, lines } = prepare(2)
    expect((await call(url, { method })).status).toBe(200)
    expect(once).toHaveBeenCalledTimes(3)
    expect(lines).toEqual([
      'Retrying fetch attempt 2 for request: http://backend.test/rest/v1/spots',
      'Retrying fetch attempt 3 for request: http://backend.test/rest/v1/spots',
    ])
  }
})

test('logs and throws the third failure (runtime 8.4)', async () => {
  const { once, call, lines } = prepare(9)
  await expect(call(url)).rejects.toThrow('fetch failed')
  expect(once).toHaveBeenCalledTimes(3)
  expect(lines.at(-1)).toBe('Error fetching request http://backend.test/rest/v1/spots')
})

test('returns any response without a retry, even a server error (runtime 8.4)', async () => {
  const { once, call } = prepare(0, () => new Response('', { status: 500 }))
  expect((await call(url)).status).toBe(500)
  expect(once).toHaveBeenCalledTimes(1)
})

test('does not retry an aborted call (runtime 8.4)', async () => {
  const { once, call, lines } = prepare(9)
  await expect(call(url, { signal: AbortSignal.abort() })).rejects.toThrow()
  await expect(call(new Request(url, { signal: AbortSignal.abort() }))).rejects.toThrow()
  expect(once).toHaveBeenCalledTimes(2)
  expect(lines).toEqual([])
})

test('sends the whole body with each attempt, and tries a stream body once (runtime 8.4)', async () => {
  const bodies: string[] = []
  const call = createBackendFetch(
    async (input, init) => {
      bodies.push(await new Request(input, init).text())
      throw new TypeError('fetch failed')
    },
    { warn: () => undefined, error: () => undefined },
  )
  await expect(call(url, { method: 'POST', body: 'words' })).rejects.toThrow()
  await expect(call(new Request(url, { method: 'POST', body: 'again' }))).rejects.toThrow()
  expect(bodies).toEqual(['words', 'words', 'words', 'again', 'again', 'again'])
  bodies.length = 0
  const stream = new Blob(['once']).stream()
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body: stream, duplex: 'half' }
  await expect(call(url, init)).rejects.toThrow()
  expect(bodies).toEqual(['once'])
})

test("makes three attempts in all when the data client's own retries are off (runtime 8.4)", async () => {
  const { once, call } = prepare(99)
  const client = createClient('http://backend.test', 'key', { global: { fetch: call }, db: { retry: false } })
  const { error } = await client.from('spots').select()
  expect(error?.message).toContain('fetch failed')
  expect(once).toHaveBeenCalledTimes(3)
})
