import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestFunctions, serve, type TestFunctions, withoutTokens } from './test-functions.ts'

const SECRET = 'value-of-the-secret'

let functions: TestFunctions

beforeAll(async () => {
  functions = await createTestFunctions({
    'config.toml': withoutTokens('echo', 'leaks', 'upload'),
    'functions/.env': `API_SECRET=${SECRET}\n`,
    'functions/echo/index.ts': serve('(request) => new Response(new URL(request.url).pathname)'),
    'functions/leaks/index.ts': serve("() => { throw new Error('with ' + Deno.env.get('API_SECRET')) }"),
    'functions/upload/index.ts': serve('async (request) => new Response(String((await request.text()).length))'),
    'functions/_shared/index.ts': serve("() => new Response('shared')"),
    'functions/.hidden/index.ts': serve("() => new Response('hidden')"),
    'secret.ts': serve("() => new Response('outside')"),
  })
})

afterAll(() => functions[Symbol.asyncDispose]())

/** Sends bytes as they are and returns everything that the server sends until it closes the connection. */
async function sendRaw(lines: string[], body = ''): Promise<string> {
  const socket = connect(Number(new URL(functions.url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  return text(socket)
}

const get = (path: string) => [`GET /functions/v1${path} HTTP/1.1`, 'host: functions.test', 'connection: close']

test.each([
  '/..',
  '/../secret',
  '/%2e%2e/secret',
  '/..%2fsecret',
  '/echo%2f..%2f..%2fsecret',
  '/.hidden',
  '/%5fshared',
  '/_shared',
  '/echo%00',
  '/echo.ts',
  '/ech%6f',
  '/echo;a=1',
  '/echo\\..\\secret',
  '/__proto__',
  '/hasOwnProperty',
  `/${'a'.repeat(10_000)}`,
])('serves nothing outside the functions for %s (functions 2.2)', async (path) => {
  const response = await sendRaw(get(path))
  expect(response).toMatch(/^HTTP\/1\.1 (400|404) /)
  expect(response).not.toMatch(/outside|hidden|shared/)
})

test('passes on an encoded sub path without decoding it (functions 2.4)', async () => {
  expect(await sendRaw(get('/echo/%2e%2e%2fsecret'))).toContain('/echo/%2e%2e%2fsecret')
})

test('reports errors without secrets, and their reasons only in the log (functions 2.5)', async () => {
  const response = await sendRaw(get('/leaks'))
  expect(response).toMatch(/^HTTP\/1\.1 500 /)
  expect(response).not.toContain(SECRET)
  expect(functions.log.join()).toContain(SECRET)
})

test.each([
  ['two lengths', ['content-length: 5', 'content-length: 6']],
  ['a length and chunks', ['content-length: 5', 'transfer-encoding: chunked']],
  ['a length that is not a number', ['content-length: +5']],
])('rejects %s (functions 2.8)', async (_name, headers) => {
  const response = await sendRaw(['POST /functions/v1/upload HTTP/1.1', 'host: functions.test', ...headers], 'hello')
  expect(response).toMatch(/^HTTP\/1\.1 400 /)
})

test('rejects a declared body that is too large before reading it (functions 2.8)', async () => {
  const head = ['POST /functions/v1/upload HTTP/1.1', 'host: functions.test', 'content-length: 99999999999']
  expect(await sendRaw(head)).toMatch(/^HTTP\/1\.1 413 /)
})

test('keeps running after clients disconnect in the middle of a body (functions 2.8)', async () => {
  for (let count = 0; count < 20; count += 1) {
    const socket = connect(Number(new URL(functions.url).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write('POST /functions/v1/upload HTTP/1.1\r\nhost: functions.test\r\ncontent-length: 1000\r\n\r\nsome')
    socket.destroy()
  }
  expect(await (await functions.request('/echo')).text()).toBe('/echo')
})

test('logs nothing when a caller closes the connection while sending (functions 2)', async () => {
  const before = functions.log.length
  const socket = connect(Number(new URL(functions.url).port), '127.0.0.1')
  socket.write('POST /functions/v1/upload HTTP/1.1\r\nhost: functions.test\r\ncontent-length: 9\r\n\r\nhalf')
  // The next call shows that the function has started.
  expect(await functions.request('/upload', { method: 'POST', body: 'abc' }).then((it) => it.text())).toBe('3')
  socket.destroy()
  await once(socket, 'close')
  expect(await functions.request('/upload', { method: 'POST', body: 'abcd' }).then((it) => it.text())).toBe('4')
  expect(functions.log.slice(before)).toEqual([])
})
