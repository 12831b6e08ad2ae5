import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFunctionWorker } from '../runtimes/function-worker.ts'
import { createTestFunctions, serve, type TestFunctions, withoutTokens } from './test-functions.ts'

let functions: TestFunctions

beforeAll(async () => {
  functions = await createTestFunctions(
    {
      'config.toml': withoutTokens('well', 'stuck', 'hungry', 'leaves', 'timer', 'environment', 'streams'),
      'functions/well/index.ts': serve("() => new Response('well')"),
      'functions/stuck/index.ts': serve(`(request) => {
        if (request.method === 'POST') for (;;);
        return new Response('well')
      }`),
      'functions/hungry/index.ts': serve(`() => {
        const kept = []
        for (;;) kept.push(new Array(100_000).fill(kept.length))
      }`),
      'functions/leaves/index.ts': serve('() => process.exit(3)'),
      'functions/timer/index.ts': serve(`() => new Promise(() => {
        setTimeout(() => { throw new Error('thrown by a timer') })
      })`),
      'functions/environment/index.ts': serve('() => Response.json(Object.keys(process.env))'),
      'functions/streams/index.ts': serve(`() => {
        setTimeout(() => process.exit(1), 200)
        return new Response(new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(5)) }))
      }`),
    },
    { isolation: 'worker', stuckTimeoutMs: 400, memoryLimitMegabytes: 32 },
  )
})

afterAll(() => functions[Symbol.asyncDispose]())

const sendRequest = async (name: string, method = 'GET') => {
  const response = await functions.request(`/${name}`, { method })
  return [response.status, response.headers.get('sb-error-code') ?? (await response.text())]
}

test('ends a stuck loop, returns 500 and starts the function again (functions 3)', async () => {
  const stuck = sendRequest('stuck', 'POST')
  expect(await sendRequest('well')).toEqual([200, 'well'])
  expect(await stuck).toEqual([500, 'EDGE_FUNCTION_ERROR'])
  expect(await sendRequest('stuck')).toEqual([200, 'well'])
})

test.each([
  ['takes too much memory', 'hungry'],
  ['ends its thread', 'leaves'],
  ['throws in a timer', 'timer'],
])('returns 500 for a function that %s, and keeps other functions running (functions 3)', async (_name, path) => {
  expect(await sendRequest(path)).toEqual([500, 'EDGE_FUNCTION_ERROR'])
  expect(await sendRequest('well')).toEqual([200, 'well'])
})

test('aborts the response of a thread that ends (functions 3)', async () => {
  const response = await functions.request('/streams')
  await expect(response.arrayBuffer()).rejects.toThrow()
})

test('runs threads with an empty process environment (functions 3)', async () => {
  expect(await sendRequest('environment')).toEqual([200, '[]'])
})

test('ends a thread at shutdown whose background work never yields (functions 3)', async () => {
  await using another = await createTestFunctions({
    'functions/busy/index.ts': serve(`() => {
      setTimeout(() => { for (;;); }, 100)
      return new Response()
    }`),
  })
  const file = join(another.folder, 'functions/busy/index.ts')
  const limits = { memoryLimitMegabytes: 32, stuckTimeoutMs: 60_000 }
  const worker = startFunctionWorker({ file, environment: {} }, limits, () => {})
  const call = {
    method: 'GET',
    url: 'http://functions.test/busy',
    listHeaders: () => [],
    body: null,
    onAbort: () => {},
  }
  expect((await worker.call(call)).status).toBe(200)
  await sleep(200)
  await worker.close(300)
  expect(worker.isUsable()).toBe(false)
})

test.each(['process', 'worker'] as const)(
  'waits for background work at shutdown in a %s (functions 3)',
  async (isolation) => {
    const done: string[] = []
    const another = await createTestFunctions(
      {
        'config.toml': withoutTokens('works'),
        'functions/works/index.ts': serve(`() => {
        EdgeRuntime.waitUntil(new Promise((resolve, reject) => setTimeout(() => reject(new Error('worked')), 300)))
        return new Response()
      }`),
      },
      { isolation },
    )
    await another.request('/works')
    await sleep(10)
    await another.service.close()
    done.push(...another.log)
    expect(done.join()).toContain('worked')
    await another[Symbol.asyncDispose]()
  },
)
