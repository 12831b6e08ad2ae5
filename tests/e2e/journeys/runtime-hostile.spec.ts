import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createAccount, createCookieHeader, createSessionCookies } from '../accounts.ts'
import { expect } from '../expect.ts'
import { serverTest as test } from '../fixtures.ts'
import { createSender, HOSTILE_PATHS, sampleHostileRequests } from '../hostile-requests.ts'
import { HOSTILE_SOCKETS, openHostileSocket } from '../hostile-sockets.ts'
import { SECRET_KEY } from '../site.ts'

/** Each seed tests other requests: FUZZ_SEED=2 npm run e2e -- runtime-hostile */
const SEED = Number(process.env.FUZZ_SEED ?? 1)
const REQUESTS = 600
const BATCH = 16
/** Far longer than an idle machine needs, so only requests that never end exceed it. */
const LONGEST_MS = 20_000

test('returns no server error for hostile requests to any route, and responds in time', async ({ site }) => {
  const { send, close } = createSender(site.url, await createCookieHeader(site.url, await createAccount(site.url)))
  const requests = sampleHostileRequests(SEED, REQUESTS)
  const failures: string[] = []
  while (requests.length > 0) {
    const batch = requests.splice(0, BATCH)
    const outcomes = await Promise.all(batch.map(send))
    for (const [index, { outcome, ms }] of outcomes.entries()) {
      const { method, target, headers, body = '' } = batch[index] ?? { method: '', target: '' }
      // oEmbed requires 501 for an unknown format.
      const isAllowed = outcome === 501 && target.startsWith('/oembed')
      if (typeof outcome === 'number' && (outcome < 500 || isAllowed) && ms < LONGEST_MS) continue
      const description = `${method} ${target.slice(0, 200)} ${headers?.['content-type'] ?? ''} ${String(body).slice(0, 80)}`
      failures.push(`${description}: ${outcome} after ${Math.round(ms)} ms`)
    }
  }
  close()
  expect(failures, `requests of seed ${SEED}`).toEqual([])
})

test('rejects hostile socket handshakes, and closes sockets that break the protocol', async ({ site }) => {
  const outcomes = await Promise.all(
    Object.entries(HOSTILE_SOCKETS).map(async ([name, socket]) => ({
      name,
      isBroken: socket.frames !== undefined,
      ...(await openHostileSocket(site.url, socket)),
    })),
  )
  const isExpected = ({ status, isBroken, isClosed }: (typeof outcomes)[number]) =>
    isClosed && (isBroken ? status === 101 : status > 0 && status < 500)
  expect(outcomes.filter((outcome) => !isExpected(outcome))).toEqual([])
  expect((await fetch(`${site.url}/about`)).status).toBe(200)
})

test('covers every page and every generated file', async () => {
  const patterns = [
    ...readPatterns('app/routes.ts', /route\('([^'*]+)'/g),
    ...readPatterns('server/resources/resources.ts', /pathname: '\/([^']+)'/g),
  ]
  expect(patterns.length).toBeGreaterThan(20)
  const isCovered = (pattern: string) => {
    const shape = pattern.replaceAll(/:\w+(?:\([^)]*\))?/g, '[^/]+').replaceAll('.', '\\.')
    return HOSTILE_PATHS.some((path) => new RegExp(`^/${shape}$`).test(path))
  }
  expect(patterns.filter((pattern) => !isCovered(pattern))).toEqual([])
})

test('logs only JSON lines and no client warnings while a member opens every page', async ({ site }) => {
  const cookie = await createCookieHeader(site.url, await createAccount(site.url))
  const start = site.output().length
  for (const path of HOSTILE_PATHS)
    await (await fetch(site.url + path, { headers: { cookie }, redirect: 'manual' })).text()
  const expired = cookie.replaceAll(/base64-[^;]+/g, (value) => expireSession(value))
  await (await fetch(`${site.url}/account`, { headers: { cookie: expired }, redirect: 'manual' })).text()
  const lines = site.output().slice(start).split('\n').filter(Boolean)
  const isJson = (line: string) => line.startsWith('{') && line.endsWith('}') && JSON.parse(line).level
  expect(lines.filter((line) => !isJson(line))).toEqual([])
  expect(site.output()).not.toContain('could be insecure')
})

/** Returns the same session with an expired token, which has to be refreshed. */
function expireSession(value: string): string {
  const session = JSON.parse(Buffer.from(value.slice('base64-'.length), 'base64url').toString())
  const expired = { ...session, expires_at: Math.floor(Date.now() / 1000) - 600 }
  return `base64-${Buffer.from(JSON.stringify(expired)).toString('base64url')}`
}

function readPatterns(file: string, pattern: RegExp): string[] {
  const source = readFileSync(join(import.meta.dirname, '../../../web', file), 'utf8')
  return [...source.matchAll(pattern)].map(([, path = '']) => path)
}

test('shows the visitors’ page for a session that does not verify, and deletes its cookie', async ({ site }) => {
  const cookies = await createSessionCookies(site.url, await createAccount(site.url))
  const whole = cookies.map(({ value }) => value).join('')
  const session = JSON.parse(Buffer.from(whole.replace('base64-', ''), 'base64url').toString())
  const [head, payload, signature] = session.access_token.split('.')
  const otherKey = Buffer.from(JSON.stringify({ alg: 'ES256', typ: 'JWT', kid: 'unknown' })).toString('base64url')
  const name = cookies[0]?.name.replace(/\.\d$/, '')
  for (const token of [
    `${head}.${payload}.${'A'.repeat(86)}`,
    `${otherKey}.${payload}.${signature}`,
    'no.token.atall',
    'x',
  ]) {
    const value = Buffer.from(JSON.stringify({ ...session, access_token: token })).toString('base64url')
    for (const path of ['/', '/explore', '/about', '/explore/suggestions.json?q=a']) {
      const response = await fetch(site.url + path, { headers: { cookie: `${name}=base64-${value}` } })
      expect([path, token.slice(0, 20), response.status]).toEqual([path, token.slice(0, 20), 200])
      expect(response.headers.get('set-cookie')).toContain(`${name}=; Max-Age=0`)
    }
  }
})

test('returns 400 for two Host headers', async ({ site }) => {
  const { port, host } = new URL(site.url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\n\r\n`)
  const response = await socket.setEncoding('utf8').toArray()
  expect(response.join('')).toMatch(/^HTTP\/1\.1 400/)
})

test('renders exactly one title on error pages', async ({ site }) => {
  const html = await (await fetch(`${site.url}/spot/nothing-here`)).text()
  expect(html.match(/<title>/g)).toHaveLength(1)
})

test('logs nothing when clients close the connection while sending', async ({ site }) => {
  const { port, host } = new URL(site.url)
  const start = site.output().length
  const headers = [
    `host: ${host}`,
    `apikey: ${SECRET_KEY}`,
    `authorization: Bearer ${SECRET_KEY}`,
    'content-length: 99',
  ]
  const types = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']
  const paths = [
    ...['/auth/v1/token?grant_type=password', '/auth/v1/oauth/token', '/rest/v1/spots', '/rest/v1/rpc/suggest'],
    ...['/storage/v1/object/list/photos', '/storage/v1/object/photos/x.png', '/realtime/v1/api/broadcast'],
    ...['/functions/v1/digest', '/functions/v1/webhook', '/auth/login', '/submit/photos', '/page-views'],
  ]
  for (const path of paths)
    for (const type of types) {
      const socket = connect(Number(port), '127.0.0.1')
      const lines = [`POST ${path} HTTP/1.1`, ...headers, `content-type: ${type}`, '', '{"a":']
      await new Promise<void>((resolve) => socket.write(lines.join('\r\n'), () => resolve()))
      // The request reaches the service before the end of the connection.
      await (await fetch(`${site.url}/about`)).text()
      socket.destroy()
    }
  await (await fetch(`${site.url}/about`)).text()
  expect(site.output().slice(start)).toBe('')
})

test('rejects forms of other sites with a sentence and without a line in the log', async ({ site }) => {
  const start = site.output().length
  for (const origin of ['https://evil.example', 'null', 'no URL'])
    for (const path of ['/auth/login', '/auth/login.data', '/explore', '/nope', '/submit/photos']) {
      const response = await fetch(site.url + path, {
        method: 'POST',
        headers: { origin },
        body: new URLSearchParams(),
      })
      expect([path, response.status]).toEqual([path, 400])
      expect(await response.text()).toBe('Another site has sent this form. Open the page and send it from there.\n')
    }
  expect(site.output().slice(start)).toBe('')
})
