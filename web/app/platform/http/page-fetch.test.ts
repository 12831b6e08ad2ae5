import { expect, test } from 'vitest'
import { createPageFetch } from './page-fetch.ts'

/** Fetches a URL from a server that gives these responses (0 for a network failure) and counts the attempts. */
async function fetchFrom(url: string, responses: number[], init?: RequestInit) {
  let calls = 0
  const fetchPage = createPageFetch(async () => {
    const status = responses[calls++] ?? 200
    if (status === 0) throw new TypeError('Failed to fetch')
    return new Response('', { status })
  })
  const result = await fetchPage(url, init).then(
    ({ status }) => status,
    () => 'failed',
  )
  return [result, calls]
}

const FILES = [
  '/explore.data?q=x',
  '/_root.data',
  '/__manifest?version=1',
  '/assets/builds/meta/b.json',
  '/about/_payload.json?b',
]

test('retries the files of navigations once after a temporary status (runtime 8.1)', async () => {
  for (const url of FILES) {
    for (const status of [408, 409, 425, 429, 500, 502, 503, 504]) {
      expect(await fetchFrom(url, [status])).toEqual([200, 2])
      expect(await fetchFrom(url, [status, status])).toEqual([status, 2])
    }
    expect(await fetchFrom(url, [404])).toEqual([404, 1])
  }
})

test('makes three attempts when the network fails (runtime 8.1)', async () => {
  for (const url of FILES) {
    expect(await fetchFrom(url, [0, 0])).toEqual([200, 3])
    expect(await fetchFrom(url, [0, 0, 0])).toEqual(['failed', 3])
  }
})

test('never retries writes, aborted calls and other URLs (runtime 8.1)', async () => {
  expect(await fetchFrom('/submit.data', [503], { method: 'POST' })).toEqual([503, 1])
  expect(await fetchFrom('/about.data', [0], { signal: AbortSignal.abort() })).toEqual(['failed', 1])
  expect(await fetchFrom('/rest/v1/spots', [503])).toEqual([503, 1])
})
