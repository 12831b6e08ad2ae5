import { createClient, FunctionsFetchError, FunctionsHttpError, FunctionsRelayError } from '@supabase/supabase-js'
import { afterEach, expect, test, vi } from 'vitest'
import { createTestClient } from '../session/test/session-test-client.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** A socket that a test opens and closes, and the sent messages. */
class Socket {
  static all: Socket[] = []
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  readyState = 0
  binaryType = 'arraybuffer'
  bufferedAmount = 0
  sent: string[] = []
  closed: [number | undefined, string | undefined] | undefined
  onopen?: () => void
  onclose?: (event: { code: number }) => void
  onerror?: () => void
  onmessage?: (event: { data: string }) => void
  readonly atMs = Date.now()

  constructor() {
    Socket.all.push(this)
  }

  send(text: string): void {
    this.sent.push(text)
  }

  close(code?: number, reason?: string): void {
    this.closed = [code, reason]
    this.lose(code ?? 1000)
  }

  open(): void {
    this.readyState = 1
    this.onopen?.()
  }

  lose(code = 1006): void {
    this.readyState = 3
    this.onclose?.({ code })
  }
}

function connect() {
  vi.useFakeTimers({ now: 0 })
  Socket.all = []
  const transport = Socket as unknown as typeof WebSocket
  const { realtime } = createClient('http://backend.test', 'key', { realtime: { transport } })
  realtime.connect()
  return realtime
}

test('opens no socket until one is used (runtime 12.1)', () => {
  Socket.all = []
  createClient('http://backend.test', 'key', { realtime: { transport: Socket as unknown as typeof WebSocket } })
  expect(Socket.all).toEqual([])
})

test('sends a heartbeat every 25 seconds and closes the socket when it is not answered (runtime 12.1)', async () => {
  const realtime = connect()
  const [socket] = Socket.all
  socket?.open()
  await vi.advanceTimersByTimeAsync(24_999)
  const beats = () => socket?.sent.filter((text) => text.includes('heartbeat')).length
  expect(beats()).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(beats()).toBe(1)
  await vi.advanceTimersByTimeAsync(25_000)
  expect(socket?.closed?.[0]).toBe(1000)
  expect(socket?.closed?.[1]).toMatch(/heartbeat timeout/)
  await realtime.disconnect()
})

test('reconnects after 1, 2, 5, 10 and 10 seconds, but not after closing (runtime 12.1)', async () => {
  const realtime = connect()
  const waits: number[] = []
  for (let loss = 0; loss < 5; loss += 1) {
    const lostAt = Date.now()
    const count = Socket.all.length
    Socket.all.at(-1)?.lose()
    while (Socket.all.length === count && Date.now() - lostAt < 20_000) await vi.advanceTimersByTimeAsync(10)
    waits.push(Math.round((Date.now() - lostAt) / 1000))
  }
  expect(waits).toEqual([1, 2, 5, 10, 10])
  Socket.all.at(-1)?.open()
  const count = Socket.all.length
  await realtime.disconnect()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(Socket.all.length).toBe(count)
})

test('times out joins and pushes after 10 seconds (runtime 12.1)', () => {
  expect(createClient('http://backend.test', 'key').realtime.timeout).toBe(10_000)
})

test('lists 100 files by name, and uploads with a cache time of an hour and without upsert (runtime 12.2)', async () => {
  const { client, calls } = createTestClient({ answer: () => Response.json([]) })
  await client.storage.from('photos').list('folder')
  expect(calls[0]).toMatchObject({
    method: 'POST',
    path: '/storage/v1/object/list/photos',
    body: { prefix: 'folder', limit: 100, offset: 0, sortBy: { column: 'name', order: 'asc' } },
  })
  await client.storage.from('photos').upload('a.txt', 'words')
  const headers = calls[1]?.headers
  expect([headers?.get('cache-control'), headers?.get('content-type'), headers?.get('x-upsert')]).toEqual([
    'max-age=3600',
    'text/plain;charset=UTF-8',
    'false',
  ])
})

test('distinguishes function errors from storage errors (runtime 12.3)', async () => {
  const invoke = async (response: () => Response | Promise<Response>) =>
    (await createTestClient({ answer: response }).client.functions.invoke('x')).error
  const [lost, relayed, failed] = [
    await invoke(() => Promise.reject(new TypeError('fetch failed'))),
    await invoke(() => new Response('', { status: 500, headers: { 'x-relay-error': 'true' } })),
    await invoke(() => new Response('', { status: 500 })),
  ]
  expect(lost).toBeInstanceOf(FunctionsFetchError)
  expect(lost.message).toBe('Failed to send a request to the Edge Function')
  expect(relayed).toBeInstanceOf(FunctionsRelayError)
  expect(relayed.message).toBe('Relay Error invoking the Edge Function')
  expect(failed).toBeInstanceOf(FunctionsHttpError)
  expect(failed.message).toBe('Edge Function returned a non-2xx status code')
  const missing = { statusCode: '404', error: 'not_found', message: 'Object not found' }
  const { client } = createTestClient({ answer: () => Response.json(missing, { status: 400 }) })
  const { error } = await client.storage.from('photos').list()
  expect(error).toMatchObject({ message: 'Object not found', status: 400, statusCode: '404' })
})
