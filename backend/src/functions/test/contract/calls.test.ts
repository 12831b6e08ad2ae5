import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestFunctions, serve, type TestFunctions, withoutTokens } from '../test-functions.ts'

/** Reports the request as the handler saw it. */
const ECHO = serve(`async (request) => Response.json({
  method: request.method,
  path: new URL(request.url).pathname,
  query: new URL(request.url).search,
  type: request.headers.get('content-type'),
  apikey: request.headers.get('apikey'),
  region: request.headers.get('x-region'),
  isSigned: request.headers.has('authorization'),
  text: await request.text(),
})`)

/** Answers with the type that the query names. */
const TYPED = serve(`(request) => {
  const { searchParams } = new URL(request.url)
  return new Response(searchParams.get('body'), { headers: { 'content-type': searchParams.get('type') } })
}`)

let functions: TestFunctions
let client: TestFunctions['visitor']

beforeAll(async () => {
  functions = await createTestFunctions({
    'config.toml': withoutTokens('echo', 'typed', 'empty', 'broken', 'failing', 'form'),
    'functions/echo/index.ts': ECHO,
    'functions/typed/index.ts': TYPED,
    'functions/empty/index.ts': serve('() => new Response(null, { status: 204 })'),
    'functions/broken/index.ts': serve("() => { throw new Error('inner secret') }"),
    'functions/failing/index.ts': serve('() => Response.error()'),
    'functions/form/index.ts': serve(
      'async (request) => { const form = await request.formData(); return new Response(form) }',
    ),
    'functions/locked/index.ts': ECHO,
  })
  client = functions.visitor
})

afterAll(() => functions[Symbol.asyncDispose]())

interface Echo {
  method: string
  path: string
  query: string
  type: string | null
  apikey: string | null
  region: string | null
  isSigned: boolean
  text: string
}

async function echo(options: Parameters<TestFunctions['visitor']['invoke']>[1], path = 'echo'): Promise<Echo> {
  const { data, error } = await client.invoke<Echo>(path, options)
  expect(error).toBeNull()
  return data!
}

test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)('passes on %s (functions 1)', async (method) => {
  expect((await echo({ method })).method).toBe(method)
})

test('passes on the sub path, query and key of a call (functions 2.4)', async () => {
  const seen = await echo({ method: 'GET' }, 'echo/sub/p%C3%A4th?a=1&b=%2F')
  expect(seen).toMatchObject({ path: '/echo/sub/p%C3%A4th', query: '?a=1&b=%2F', apikey: 'sb_publishable_test' })
})

test('accepts and passes on the region of a call (functions 1)', async () => {
  const { FunctionRegion } = await import('@supabase/supabase-js')
  const seen = await echo({ region: FunctionRegion.EuCentral1 })
  expect([seen.region, seen.query]).toEqual(['eu-central-1', '?forceFunctionRegion=eu-central-1'])
})

test.each([
  ['JSON', { a: 'ä' }, 'application/json', '{"a":"ä"}'],
  ['text', 'text ä', 'text/plain', 'text ä'],
  ['a blob', new Blob(['bytes']), 'application/octet-stream', 'bytes'],
  ['a buffer', new TextEncoder().encode('bytes').buffer, 'application/octet-stream', 'bytes'],
])('passes on %s as body (functions 1)', async (_name, body, type, text) => {
  expect(await echo({ body })).toMatchObject({ type: expect.stringContaining(type), text })
})

test('passes forms in both directions (functions 1)', async () => {
  const body = new FormData()
  body.append('name', 'value ä')
  body.append('file', new Blob(['0123']), 'a.bin')
  const { data } = await client.invoke('form', { body })
  expect([data.get('name'), await data.get('file').text()]).toEqual(['value ä', '0123'])
})

test.each([
  ['application/json; charset=utf-8', '{"a":1}', { a: 1 }],
  ['text/plain', 'text', 'text'],
  ['application/xml', '<a/>', '<a/>'],
])('returns a response of %s as the client expects it (functions 1)', async (type, body, data) => {
  const path = `typed?${new URLSearchParams({ type, body })}`
  expect((await client.invoke(path, { method: 'GET' })).data).toEqual(data)
})

test.each(['application/octet-stream', 'application/pdf'])('returns %s as a blob (functions 1)', async (type) => {
  const { data } = await client.invoke(`typed?${new URLSearchParams({ type, body: 'bytes' })}`)
  expect(await (data as Blob).text()).toBe('bytes')
})

test('returns an empty text for 204 (functions 1)', async () => {
  const { data, error, response } = await client.invoke('empty')
  expect([data, error, response?.status]).toEqual(['', null, 204])
})

test('sends the reason phrase of the status (functions 2.4)', async () => {
  const reasons = ['empty', 'locked', 'unknown'].map(async (name) => (await functions.request(`/${name}`)).statusText)
  expect(await Promise.all(reasons)).toEqual(['No Content', 'Unauthorized', 'Not Found'])
})

test('reports bad JSON as the error of the call (functions 1)', async () => {
  const { error } = await client.invoke(`typed?${new URLSearchParams({ type: 'application/json', body: '{' })}`)
  expect(error).toBeInstanceOf(SyntaxError)
})

test('turns an error of the handler into 500 without details (functions 2.5)', async () => {
  const { error, response } = await client.invoke('broken')
  expect([error.name, response?.status]).toEqual(['FunctionsHttpError', 500])
  expect(await error.context.json()).toEqual({ code: 'EDGE_FUNCTION_ERROR', message: 'Internal Server Error' })
  expect(response?.headers.get('sb-error-code')).toBe('EDGE_FUNCTION_ERROR')
  const line = functions.log.find((each) => each.includes('inner secret')) ?? ''
  expect(line).toContain(response?.headers.get('sb-request-id') ?? 'none')
})

test('turns a network error that the handler returns into 500 (functions 2.5)', async () => {
  const { error, response } = await client.invoke('failing')
  expect([error.name, response?.status]).toEqual(['FunctionsHttpError', 500])
  expect(await error.context.json()).toEqual({ code: 'EDGE_FUNCTION_ERROR', message: 'Internal Server Error' })
})

test('requires a session to call a function that verifies tokens (functions 2.3)', async () => {
  const member = await functions.member()
  expect((await member.invoke<Echo>('locked')).data?.isSigned).toBe(true)
  const { error, response } = await client.invoke('locked')
  expect([error.name, response?.status]).toEqual(['FunctionsHttpError', 401])
})
