import { connect } from 'node:net'
import { createAccount, createSessionCookies } from '../accounts.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { createSender, listHostileRequests } from '../hostile-requests.ts'

const PATHS = [
  ...['/', '/about', '/explore', '/explore.data', '/spot/abc', '/spot/abc/edit', '/submit', '/submit/photos'],
  ...['/city/lisbon', '/post/x', '/account', '/account/settings', '/account/settings/export.json', '/account/apps'],
  ...['/auth/login', '/auth/login.data', '/auth/signup', '/oauth/consent', '/debug-seed', '/debug-seed/run', '/nope'],
  ...['/cover/x/wide/day.png', '/photo/x/480.webp', '/spot/abc.gpx', '/static-map/0,0,4/100x100/day.svg'],
  ...['/explore/view.json', '/explore/suggestions.json', '/page-views', '/about/_payload.json', '/__manifest'],
]
const BATCH = 16

test('answers hostile requests to every route without a server error, in time', async ({ site }) => {
  // Hundreds of requests: some twenty seconds on two free cores.
  test.setTimeout(180_000)
  const cookies = await createSessionCookies(site.url, await createAccount(site.url))
  const session = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const { send, close } = createSender(site.url, session)
  const requests = PATHS.flatMap(listHostileRequests)
  const failures: string[] = []
  while (requests.length > 0) {
    const batch = requests.splice(0, BATCH)
    const outcomes = await Promise.all(batch.map(send))
    for (const [index, { outcome, ms }] of outcomes.entries()) {
      const isAnswered = typeof outcome === 'number' && outcome < 500 && ms < 5000
      const { method, target, headers, body = '' } = batch[index] ?? { method: '', target: '' }
      const description = `${method} ${target.slice(0, 80)} ${headers?.['content-type'] ?? ''} ${String(body).slice(0, 40)}`
      if (!isAnswered) failures.push(`${description}: ${outcome} after ${Math.round(ms)} ms`)
    }
  }
  close()
  expect(failures).toEqual([])
})

test('shows the page as to a visitor for a session that does not verify, and deletes its cookie', async ({
  site,
  request,
}) => {
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
      const reply = await request.get(path, { headers: { cookie: `${name}=base64-${value}` } })
      expect([path, token.slice(0, 20), reply.status()]).toEqual([path, token.slice(0, 20), 200])
      expect(reply.headers()['set-cookie']).toContain(`${name}=; Max-Age=0`)
    }
  }
})

test('responds 400 to two Host headers', async ({ site }) => {
  const { port, host } = new URL(site.url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\n\r\n`)
  const reply = await socket.setEncoding('utf8').toArray()
  expect(reply.join('')).toMatch(/^HTTP\/1\.1 400/)
})

test('gives error pages one title', async ({ request }) => {
  const html = await (await request.get('/spot/nothing-here')).text()
  expect(html.match(/<title>/g)).toHaveLength(1)
})
