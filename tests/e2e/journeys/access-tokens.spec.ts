import { createAccount, createCookieHeader } from '../accounts.ts'
import { expect } from '../expect.ts'
import { serverTest as test } from '../fixtures.ts'
import type { Site } from '../site.ts'

const SETTINGS = '/account/settings?section=tokens'
const TOKEN = /hab_[a-z2-9]{30}[0-9a-f]{6}/

/** Returns a function that submits forms as a new member, like a browser without JavaScript. */
async function createBrowser(site: Site) {
  const account = await createAccount(site.url)
  const headers = {
    cookie: await createCookieHeader(site.url, account),
    origin: new URL(site.url).origin,
    accept: 'text/html',
    'sec-fetch-dest': 'document',
  }
  return {
    get: async (path: string) => (await fetch(site.url + path, { headers })).text(),
    post: (fields: Record<string, string>, origin = headers.origin) =>
      fetch(site.url + SETTINGS, {
        method: 'POST',
        headers: { ...headers, origin },
        body: new URLSearchParams(fields),
        redirect: 'manual',
      }),
  }
}

test('creates a read token that cannot write, shows it once and revokes it, without JavaScript', async ({ site }) => {
  const browser = await createBrowser(site)
  const fields = { intent: 'create-token', step: 'new', name: 'Backup script', scope: 'read', days: '30' }
  expect((await browser.post(fields, 'https://evil.example')).status).toBe(400)
  const token = TOKEN.exec(await (await browser.post(fields)).text())?.[0] ?? ''
  expect(token).not.toBe('')

  const list = await browser.get(SETTINGS)
  expect(list).toContain('Backup script')
  expect(list).not.toContain(token)

  const call = (path: string, init: RequestInit = {}) =>
    fetch(site.url + path, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
  const spots = await call('/rest/v1/spots?select=id&limit=1')
  const [spot] = (await spots.json()) as { id: string }[]
  expect([spots.status, spot]).toEqual([200, { id: expect.any(String) }])
  const mark = JSON.stringify({ id: spot?.id, kind: 'want', is_on: true })
  expect((await call('/rest/v1/rpc/mark_spot', { method: 'POST', body: mark })).status).toBe(403)
  expect((await call('/auth/v1/user')).status).toBe(403)
  expect((await call('/functions/v1/digest', { method: 'POST', body: '{}' })).status).toBe(403)
  expect((await call('/realtime/v1/api/broadcast', { method: 'POST', body: '{}' })).status).toBe(401)
  // Pages accept cookies only.
  expect((await call('/account', { redirect: 'manual' })).status).toBe(302)

  const id = /token=([0-9a-f-]{36})/.exec(list)?.[1] ?? ''
  await browser.post({ intent: 'revoke-token', step: 'revoke', token: id })
  await expect.poll(async () => (await call('/rest/v1/spots?select=id&limit=1')).status).toBe(401)
  expect(site.output()).not.toContain(token.slice(4))
})
