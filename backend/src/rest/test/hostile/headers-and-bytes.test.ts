import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { KEYS } from '../library-service.ts'
import { FRAGMENTS } from './fragments.ts'
import { CANARY, expectHarmless, openHostileMuseum, RUNS, SEED, TIMEOUT } from './hostile-museum.ts'

const TEXTS = join(import.meta.dirname, '../../../../../../shared/data/text')
const museum = await openHostileMuseum()
const { expectIdlePool } = museum
const listener = getRequestListener(museum.service.fetch, { overrideGlobalObjects: false })
const server = createServer({ maxHeaderSize: 64 * 1024 }, (request, response) => void listener(request, response))
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('rejects or ignores hostile headers (rest 20)', TIMEOUT, async () => {
  const text = fc
    .oneof(
      fc.constantFrom(
        ...FRAGMENTS,
        'application/vnd.pgrst.plan+text',
        'public',
        'archive',
        '0-',
        '5-2',
        '99999999999999999-',
      ),
      fc.string({ maxLength: 30 }),
    )
    .map((value) => value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 2000))
  const names = [
    'accept',
    'prefer',
    'range',
    'accept-profile',
    'content-profile',
    'cookie',
    'range-unit',
    'x-client-info',
    'authorization',
    'apikey',
    'origin',
    'traceparent',
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom(...names), text),
      fc.constantFrom('/rooms', '/artists?select=*,diaries(*)', '/'),
      async (headers, path) => {
        const all = new Headers({ apikey: KEYS.publishableKey })
        for (const [name, value] of Object.entries(headers)) all.set(name, value)
        await expectHarmless(
          await museum.service.fetch(new Request(`http://backend.test/rest/v1${path}`, { headers: all })),
        )
      },
    ),
    { numRuns: RUNS, ...SEED },
  )
  await expectIdlePool()
})

/** Sends bytes that no client library would accept. */
function sendRaw(bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let response = ''
    socket.setTimeout(3000, () => socket.destroy())
    socket.on('data', (data) => {
      response += data.toString('latin1')
    })
    socket.on('close', () => resolve(response))
    socket.on('error', reject)
  })
}

test.each([
  ['a broken escape', '/rest/v1/rooms%?id=eq.%zz'],
  ['an escape cut short', '/rest/v1/rooms?id=eq.%'],
  ['bytes that are not UTF-8', '/rest/v1/rooms?label=eq.%ff%fe'],
  ['an overlong slash', '/rest/v1/%c0%af'],
  ['dots', '/rest/v1/../rest/v1/rooms/../../etc/passwd'],
  ['escaped dots', '/rest/v1/%2e%2e/%2e%2e/rooms'],
  ['a backslash', '/rest/v1/\\rooms'],
  ['an absolute address', 'http://elsewhere.test/rest/v1/rooms'],
  ['no slash', 'rest/v1/rooms'],
  ['stars', '*'],
  ['a NUL in the name', '/rest/v1/rooms%00'],
  ['many slashes', '/rest/v1//////rooms'],
  ['a long name', `/rest/v1/${'x'.repeat(20_000)}`],
  ['a long query', `/rest/v1/rooms?${'a=eq.1&'.repeat(5000)}`],
  ['a quote', `/rest/v1/rooms"'\`<>{}|^`],
])('returns no server error for %s in a request line (rest 20)', async (_name, target) => {
  const response = await sendRaw(
    `GET ${target} HTTP/1.1\r\nHost: x\r\napikey: ${KEYS.publishableKey}\r\nConnection: close\r\n\r\n`,
  )
  expect(response.slice(0, 12)).toMatch(/^HTTP\/1\.1 [234]/)
  expect(response).not.toContain(CANARY)
})

test.skipIf(!existsSync(TEXTS))('stores hostile texts unchanged or rejects them (rest 20)', TIMEOUT, async () => {
  const texts = readdirSync(TEXTS).flatMap((file) => readFileSync(join(TEXTS, file), 'utf8').split('\n').slice(0, 60))
  for (const line of new Set(texts)) {
    const text = line.slice(0, 2000).toWellFormed()
    const encoded = encodeURIComponent(text)
    for (const url of [
      `/rooms?label=eq.${encoded}`,
      `/${encoded}`,
      `/rooms?select=${encoded}`,
      `/rooms?${encoded}=eq.1`,
      `/rpc/tell?name=${encoded}`,
    ]) {
      await expectHarmless(await museum.request(url))
    }
    const written = await museum.request('/rooms?select=label', {
      method: 'POST',
      key: KEYS.secretKey,
      headers: { 'content-type': 'application/json', prefer: 'return=representation,resolution=merge-duplicates' },
      body: JSON.stringify({ id: 77, label: text }),
    })
    expect([200, 201]).toContain(written.status)
    expect(await written.json()).toEqual([{ label: text }])
  }
  await expectIdlePool()
})
