import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestFunctions, serve, type TestFunctions, withoutTokens } from '../test-functions.ts'

const NAMES = [
  'packages',
  'mapped',
  'shared',
  'standard',
  'options',
  'variables',
  'background',
  'timer',
  'changing',
  'number',
  'files',
]

let functions: TestFunctions

beforeAll(async () => {
  functions = await createTestFunctions(
    {
      'config.toml': withoutTokens(...NAMES),
      'functions/.env': 'MAIL_KEY="from file"\nEMPTY=\n',
      'functions/packages/index.ts': `import * as v from 'npm:valibot@1'
        import { Hono } from 'npm:hono@4.13/tiny'
        ${serve('() => Response.json([typeof v.parse, typeof Hono])')}`,
      'functions/mapped/deno.json': JSON.stringify({ imports: { v: 'npm:valibot@1.5.0', '@/': './parts/' } }),
      'functions/mapped/parts/text.ts': "export const text: string = 'from part'",
      'functions/mapped/index.ts': `import { parse, string } from 'v'
        import { text } from '@/text.ts'
        ${serve('() => new Response(parse(string(), text))')}`,
      'functions/_shared/greet.ts': "export const greet = (name: string): string => 'Hello ' + name",
      'functions/shared/index.ts': `import { greet } from '../_shared/greet.ts'
        ${serve("() => new Response(greet('there'))")}`,
      'functions/standard/index.ts': "export default { text: 'standard', fetch() { return new Response(this.text) } }",
      'functions/options/index.ts': "Deno.serve({ port: 9 }, () => new Response('served'))",
      'functions/variables/index.ts': serve(
        "() => Response.json([Deno.env.toObject(), Deno.env.get('HOME'), Deno.env.get('constructor') ?? null])",
      ),
      'functions/background/index.ts': serve(`() => {
        EdgeRuntime.waitUntil(Promise.reject(new Error('background failed')))
        return new Response('at once')
      }`),
      'functions/timer/index.ts': serve(`() => new Promise(() => {
        setTimeout(() => { throw new Error('thrown by a timer') })
      })`),
      'functions/changing/index.ts': `import { text } from '../_shared/text.ts'
        ${serve('() => new Response(text)')}`,
      'functions/_shared/text.ts': "export const text = 'before'",
      'functions/number/index.ts': serve('() => 5'),
      'functions/files/greeting.txt': 'read beside the function',
      'functions/files/index.ts': `import font from 'npm:@fontsource/brygada-1918@5/metadata.json' with { type: 'json' }
        const files = {
          own: new URL('./greeting.txt', import.meta.url),
          package: new URL('package.json', import.meta.resolve('npm:@fontsource/brygada-1918@5/metadata.json')),
          config: new URL('../../config.toml', import.meta.url),
          process: '/proc/self/environ',
        }
        ${serve("async (request) => { const bytes = await Deno.readFile(files[new URL(request.url).searchParams.get('file')]); return new Response(bytes) }")}`,
    },
    { reloads: true },
  )
})

afterAll(() => functions[Symbol.asyncDispose]())

const sendRequest = async (name: string) => (await functions.request(`/${name}`)).text()

test.each([
  ['packages by npm: specifiers', 'packages', '["function","function"]'],
  ['packages and folders by deno.json', 'mapped', 'from part'],
  ['shared files', 'shared', 'Hello there'],
])('imports %s (functions 3)', async (_name, path, text) => {
  expect(await sendRequest(path)).toBe(text)
})

test.each([
  ['fetch of the default export', 'standard', 'standard'],
  ['the handler after options', 'options', 'served'],
])('accepts %s (functions 3)', async (_name, path, text) => {
  expect(await sendRequest(path)).toBe(text)
})

test('shows the variables of the platform and the secrets, and none of the process (functions 3)', async () => {
  const [variables, home, inherited] = JSON.parse(await sendRequest('variables'))
  expect(Object.keys(variables).sort()).toEqual([
    'MAIL_KEY',
    'SB_EXECUTION_ID',
    'SB_REGION',
    'SUPABASE_ANON_KEY',
    'SUPABASE_DB_URL',
    'SUPABASE_JWKS',
    'SUPABASE_PUBLISHABLE_KEYS',
    'SUPABASE_SECRET_KEYS',
    'SUPABASE_SERVICE_ROLE_KEY',
    'SUPABASE_URL',
  ])
  expect([variables.MAIL_KEY, variables.SUPABASE_URL]).toEqual(['from file', 'http://functions.test'])
  expect(JSON.parse(variables.SUPABASE_SECRET_KEYS)).toEqual({ default: 'sb_secret_test' })
  expect([home ?? null, inherited]).toEqual([null, null])
})

test('logs errors of background work, after the response (functions 3)', async () => {
  expect(await sendRequest('background')).toBe('at once')
  await vi.waitFor(() => expect(functions.log.join()).toContain('background failed'), 10_000)
})

test('loads changed files on the next call (functions 3)', async () => {
  expect(await sendRequest('changing')).toBe('before')
  functions.write({ 'functions/_shared/text.ts': "export const text = 'after'" })
  await vi.waitFor(async () => expect(await sendRequest('changing')).toBe('after'), 10_000)
})

test('ends the running calls of a thread before it is replaced (functions 3)', async () => {
  const sendSlowly = (text: string) =>
    serve(`async (request) => {
      if (request.method === 'GET') return new Response('${text}')
      await new Promise((resolve) => setTimeout(resolve, 500))
      return new Response(new ReadableStream({
        start(controller) {
          setTimeout(() => {
            controller.enqueue(new TextEncoder().encode('${text}'))
            controller.close()
          }, 500)
        },
      }))
    }`)
  await using another = await createTestFunctions(
    { 'config.toml': withoutTokens('slow'), 'functions/slow/index.ts': sendSlowly('before') },
    { reloads: true, isolation: 'worker' },
  )
  const read = async (method: string) => (await another.request('/slow', { method })).text()
  expect(await read('GET')).toBe('before')
  const running = read('POST')
  await sleep(100)
  another.write({ 'functions/slow/index.ts': sendSlowly('after') })
  expect(await read('GET')).toBe('after')
  expect(await running).toBe('before')
})

test('finds new functions and settings without a restart (functions 3)', async () => {
  expect((await functions.request('/added')).status).toBe(404)
  functions.write({ 'functions/added/index.ts': serve("() => new Response('added')") })
  await vi.waitFor(async () => expect((await functions.request('/added')).status).toBe(401), 10_000)
  functions.write({ 'config.toml': withoutTokens(...NAMES, 'added') })
  await vi.waitFor(async () => expect(await sendRequest('added')).toBe('added'), 10_000)
})

test('returns 500 when a handler returns no response (functions 2.5)', async () => {
  expect((await functions.request('/number')).status).toBe(500)
})

test('does not define Deno for other code of the process (functions 3)', async () => {
  await sendRequest('options')
  expect(Reflect.get(globalThis, 'Deno')).toBeUndefined()
})

test('rejects secrets with names of the platform, without showing values (functions 3)', async () => {
  const starting = createTestFunctions({ 'functions/.env': 'SUPABASE_URL=https://value.example\n' })
  await expect(starting).rejects.toThrow('Remove SUPABASE_URL.')
  await expect(starting).rejects.not.toThrow('value.example')
})

test('rejects an invalid config.toml (functions 3)', async () => {
  await expect(createTestFunctions({ 'config.toml': '[functions' })).rejects.toThrow('is not TOML')
  const text = '[functions.a]\nverify_jwt = "no"\n'
  await expect(createTestFunctions({ 'config.toml': text })).rejects.toThrow('functions.a.verify_jwt: must be true or')
})

test('reads its own files and those of packages, and no others (functions 3)', async () => {
  const read = (file: string) => functions.request(`/files?file=${file}`)
  expect(await (await read('own')).text()).toBe('read beside the function')
  expect(await (await read('package')).json()).toMatchObject({ name: '@fontsource/brygada-1918' })
  expect((await read('config')).status).toBe(500)
  expect((await read('process')).status).toBe(500)
})
