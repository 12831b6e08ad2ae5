import { beforeAll, expect, test } from 'vitest'
import { acceptLazyRequests, createLazyRequest } from './lazy-request.ts'

const URL_OF_CALL = 'http://functions.test/hello?a=1'
const HEADERS = { 'content-type': 'application/json', 'x-test': 'yes' }
const encode = (text: string) => new TextEncoder().encode(text)

beforeAll(acceptLazyRequests)

function createPair(text: string | null, headers: Record<string, string> = HEADERS, method = 'POST'): Request[] {
  const body = text === null ? null : encode(text)
  const { signal } = new AbortController()
  const lazy = createLazyRequest({
    url: URL_OF_CALL,
    method,
    createHeaders: () => new Headers(headers),
    createSignal: () => signal,
    body,
  })
  return [lazy, new Request(URL_OF_CALL, { method, headers, body })]
}

const READERS: Record<string, (request: Request) => unknown> = {
  json: (request) => request.json(),
  text: (request) => request.text(),
  arrayBuffer: async (request) => new Uint8Array(await request.arrayBuffer()),
  bytes: (request) => request.bytes(),
  blob: async (request) => (await request.blob()).text(),
  clone: (request) => request.clone().text(),
  body: async (request) => new Response(request.body).text(),
  'new Request': (request) => new Request(request, { headers: { 'x-other': '1' } }).text(),
  method: ({ method }) => method,
  url: ({ url }) => url,
  headers: ({ headers }) => [...headers],
  'headers after the clone': (request) => [...request.clone().headers, ...request.headers],
  signal: ({ signal }) => signal.aborted,
  mode: ({ mode, redirect, credentials }) => [mode, redirect, credentials],
  instance: (request) => [request instanceof Request, Object.prototype.toString.call(request)],
  'bodyUsed before': ({ bodyUsed }) => bodyUsed,
  'bodyUsed after': async (request) => [await request.text(), request.bodyUsed],
  'second read': async (request) => [await request.text(), await request.json()],
  'clone after a read': async (request) => [await request.text(), request.clone()],
  'text after the body': (request) => [request.body?.getReader().closed instanceof Promise, request.bodyUsed],
}

const settle = async (read: () => unknown) => {
  try {
    return { value: await read() }
  } catch (error) {
    return { failed: error instanceof Error ? error.name : error }
  }
}

test.each(Object.keys(READERS))('reads %s like a Request', async (name) => {
  for (const text of ['{"name":"there"}', '', '\uFEFF{"a":"é"}', 'not json', null]) {
    const [lazy, native] = createPair(text)
    const read = (request: Request | undefined) => settle(() => request && READERS[name]?.(request))
    expect(await read(lazy)).toEqual(await read(native))
  }
})

test('reads forms like a Request', async () => {
  const [lazy, native] = createPair('a=1&b=2', { 'content-type': 'application/x-www-form-urlencoded' })
  expect([...((await lazy?.formData()) ?? [])]).toEqual([...((await native?.formData()) ?? [])])
})

test('passes a request on to fetch', async () => {
  const lazy = createLazyRequest({
    url: 'data:text/plain,hello',
    method: 'GET',
    createHeaders: () => new Headers(),
    createSignal: () => new AbortController().signal,
    body: null,
  })
  const response = await fetch(lazy)
  expect(await response.text()).toBe('hello')
})

test('reads a body that is still arriving', async () => {
  const [part, rest] = [encode('{"a":'), encode('1}')]
  const lazy = createLazyRequest({
    url: URL_OF_CALL,
    method: 'POST',
    createHeaders: () => new Headers(),
    createSignal: () => new AbortController().signal,
    body: new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(part)
        controller.enqueue(rest)
        controller.close()
      },
    }),
  })
  expect(await lazy.json()).toEqual({ a: 1 })
})

test('leaves Request unchanged for other code', () => {
  class Special extends Request {}
  expect(new Special(URL_OF_CALL)).toBeInstanceOf(Special)
  expect(new Request(URL_OF_CALL)).toBeInstanceOf(Request)
  expect(new Request(URL_OF_CALL).constructor.name).toBe('Request')
})
