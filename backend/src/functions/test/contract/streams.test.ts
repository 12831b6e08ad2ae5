import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestFunctions, serve, type TestFunctions, withoutTokens } from '../test-functions.ts'

const ENDLESS = serve(`(request) => {
        request.signal.addEventListener('abort', () => EdgeRuntime.waitUntil(Promise.reject(new Error('stream aborted'))))
        return new Response(new ReadableStream({
          pull: async (controller) => {
            await new Promise((resolve) => setTimeout(resolve, 10))
            controller.enqueue(new Uint8Array(10))
          },
        }))
      }`)

let functions: TestFunctions

beforeAll(async () => {
  functions = await createTestFunctions(
    {
      'config.toml': withoutTokens(
        'events',
        'endless',
        'mirror',
        'waits',
        'upload',
        'large',
        'copied',
        'proxy',
        'texts',
        'breaks',
      ),
      // Sends one event, and the next after a pause.
      'functions/events/index.ts': serve(`() => {
        const text = new TextEncoder()
        const body = new ReadableStream({
          async start(controller) {
            for (const event of ['one', 'two', 'three']) {
              controller.enqueue(text.encode('data: ' + event + '\\n\\n'))
              await new Promise((resolve) => setTimeout(resolve, 100))
            }
            controller.close()
          },
        })
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
      }`),
      'functions/endless/index.ts': ENDLESS,
      'functions/mirror/index.ts': serve('(request) => new Response(request.body)'),
      'functions/waits/index.ts': serve(`(request) => new Promise((resolve) => {
        EdgeRuntime.waitUntil(Promise.reject(new Error('call started')))
        request.signal.addEventListener('abort', () => {
          EdgeRuntime.waitUntil(Promise.reject(new Error('call aborted')))
          resolve(new Response())
        })
      })`),
      'functions/upload/index.ts': serve(
        'async (request) => new Response(String((await request.arrayBuffer()).byteLength))',
      ),
      // Like a handler that copies the headers of a compressed response.
      'functions/copied/index.ts': serve(`(request) => {
        const body = request.method === 'POST' ? new Blob(['hello world']).stream() : 'hello world'
        return new Response(body, { headers: { 'content-length': '5', 'transfer-encoding': 'chunked', 'x-kept': '1' } })
      }`),
      'functions/proxy/index.ts': serve(`async (request) => {
        const { status, headers, body } = await fetch(await request.text())
        return new Response(body, { status, headers })
      }`),
      'functions/texts/index.ts': serve(`(request) => new Response(new ReadableStream({
        async pull(controller) {
          if (request.method === 'PUT') await new Promise((resolve) => setTimeout(resolve, 10))
          controller.enqueue('text')
          controller.close()
        },
      }))`),
      'functions/breaks/index.ts': serve(`() => new Response(new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array(10))
          setTimeout(() => controller.error(new Error('no more rows')), 10)
        },
      }))`),
      'functions/large/index.ts': serve('() => new Response(new Uint8Array(3_000_000))'),
    },
    { bodyLimitBytes: 1_000_000 },
  )
})

afterAll(() => functions[Symbol.asyncDispose]())

const logged = (text: string) => vi.waitFor(() => expect(functions.log.join()).toContain(text), 10_000)

test('sends each event of a stream as it arrives (functions 2.8)', async () => {
  const { data } = await functions.visitor.invoke<Response>('events')
  const arrivals: string[] = []
  for await (const chunk of data?.body ?? []) arrivals.push(new TextDecoder().decode(chunk))
  expect(arrivals.join('')).toBe('data: one\n\ndata: two\n\ndata: three\n\n')
  expect(arrivals[0]).toBe('data: one\n\n')
})

test('fails when a handler streams text instead of bytes, as Deno does (functions 2.5)', async () => {
  const { error } = await functions.visitor.invoke('texts')
  expect([error?.name, error?.context.status]).toEqual(['FunctionsHttpError', 500])
  const late = await functions.visitor.invoke('texts', { method: 'PUT' })
  expect(late.error).not.toBeNull()
  for (const message of ['function call failed', 'the response of a function failed']) {
    await vi.waitFor(() =>
      expect(functions.log.find((line) => line.includes(message))).toMatch(/functions\/v1\/texts.*TextEncoderStream/),
    )
  }
})

test('cuts a response off whose stream fails, and logs the reason once (functions 2.5)', async () => {
  const print = vi.spyOn(console, 'error')
  const { data, error } = await functions.visitor.invoke('breaks')
  expect([data, error]).toEqual([null, expect.any(Error)])
  await logged('no more rows')
  expect(functions.log.filter((line) => line.includes('no more rows'))).toEqual([
    expect.stringContaining('"path":"/functions/v1/breaks"'),
  ])
  expect(print).not.toHaveBeenCalled()
  print.mockRestore()
})

test('decompresses a response whose headers a handler copies, as Deno does (functions 2.8)', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(201, { 'content-encoding': 'gzip', 'x-kept': '1' }).end(gzipSync('hello'))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const response = await functions.request('/proxy', { method: 'POST', body: `http://127.0.0.1:${port}/` })
  server.close()
  expect([response.status, response.headers.get('x-kept'), await response.text()]).toEqual([201, '1', 'hello'])
})

test('streams a body through a handler while it is being sent (functions 2.8)', async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const answered = functions.request('/mirror', { method: 'POST', body: readable, duplex: 'half' })
  for (const text of ['first', 'second']) {
    void writer.write(new TextEncoder().encode(text))
  }
  const reader = (await answered).body?.getReader()
  let received = ''
  while (received.length < 'firstsecond'.length) received += new TextDecoder().decode((await reader?.read())?.value)
  expect(received).toBe('firstsecond')
  void writer.close()
  expect((await reader?.read())?.done).toBe(true)
})

test('aborts the signal of the request when the client disconnects (functions 2.8)', async () => {
  const abort = new AbortController()
  const call = functions.visitor.invoke('waits', { signal: abort.signal })
  await logged('call started')
  abort.abort()
  expect((await call).error?.name).toBe('FunctionsFetchError')
  await logged('call aborted')
})

test('aborts the signal when the client disconnects during the response (functions 2.8)', async () => {
  const abort = new AbortController()
  const response = await functions.request('/endless', { signal: abort.signal })
  await response.body?.getReader().read()
  abort.abort()
  await logged('stream aborted')
})

test('ends a stream that takes too long (functions 2.5)', async () => {
  const files = { 'config.toml': withoutTokens('endless'), 'functions/endless/index.ts': ENDLESS }
  await using short = await createTestFunctions(files, { streamTimeoutMs: 200 })
  const response = await short.request('/endless')
  const print = vi.spyOn(console, 'error')
  await expect(response.arrayBuffer()).rejects.toThrow()
  await vi.waitFor(() => expect(short.log.join()).toContain('The response took too long.'))
  expect(print).not.toHaveBeenCalled()
  print.mockRestore()
})

test('accepts bodies up to the limit and rejects larger ones with 413 (functions 2.8)', async () => {
  const upload = (body: BodyInit) => functions.request('/upload', { method: 'POST', body, duplex: 'half' })
  expect(await (await upload(new Uint8Array(1_000_000))).text()).toBe('1000000')
  const declared = await upload(new Uint8Array(1_000_001))
  expect([declared.status, (await declared.json()).code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  const undeclared = await upload(new Blob([new Uint8Array(1_500_000)]).stream())
  expect([undeclared.status, (await undeclared.json()).code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
})

test('sends large responses whole (functions 2.8)', async () => {
  expect((await (await functions.request('/large')).arrayBuffer()).byteLength).toBe(3_000_000)
})

test.each(['GET', 'POST'])(
  'sends the whole body of a %s whatever length the handler declares (functions 2.8)',
  async (method) => {
    const response = await functions.request('/copied', { method })
    expect(response.headers.get('x-kept')).toBe('1')
    expect(await response.text()).toBe('hello world')
  },
)
