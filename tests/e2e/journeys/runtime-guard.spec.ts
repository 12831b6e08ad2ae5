import { request as sendRaw } from 'node:http'
import { createCookieHeader, createMemberClient, createSessionCookies } from '../accounts.ts'
import { navigateInApp, openHydrated, recordDocuments } from '../app-router.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { SEED_CITY, SEED_POST_SLUG, SEED_SPOTS } from '../seed.ts'
import type { Site } from '../site.ts'
import { BASE_PATH } from '../site-location.ts'

const OPEN = ['/', '/about', '/explore', '/auth/login', '/auth/signup']
const CLOSED = [
  '/submit',
  `/city/${SEED_CITY}`,
  `/post/${SEED_POST_SLUG}`,
  '/account',
  '/account/settings',
  '/debug-seed',
]
const LONG_NAME = 'x'.repeat(201)

test('guards data requests like their pages (runtime 0.3)', async ({ request }) => {
  for (const path of CLOSED) {
    const response = await request.get(`${path}.data`, { maxRedirects: 0 })
    expect([path, response.status(), await response.text()]).toEqual([
      path,
      202,
      expect.stringContaining('/auth/signup'),
    ])
  }
})

test('shows visitors the open pages and redirects all others to sign up (runtime 1.1)', async ({ request, site }) => {
  for (const path of [...OPEN, await getSpotPath(site)]) {
    expect([path, (await request.get(path, { maxRedirects: 0 })).status()]).toEqual([path, 200])
  }
  for (const path of [...CLOSED, '/nope', '/spot', '/spotless', '/auth']) {
    const response = await request.get(path, { maxRedirects: 0 })
    expect([path, response.status(), site.pathOf(response.headers().location)]).toEqual([path, 302, '/auth/signup'])
  }
  // Open like every path below /spot/, but this spot does not exist.
  expect((await request.get('/spot/a/b', { maxRedirects: 0 })).status()).toBe(404)
})

test('shows members all twelve pages, redirects them from two, and explains one that is for moderators (runtime 1.1)', async ({
  request,
  site,
  account,
}) => {
  const cookie = await createCookieHeader(site.url, account)
  for (const path of [...OPEN, ...CLOSED, await getSpotPath(site)]) {
    const response = await request.get(path, { maxRedirects: 0, headers: { cookie } })
    expect([path, response.status(), site.pathOf(response.headers().location)]).toEqual([path, ...answerMember(path)])
  }
})

test('adds one history entry when a visitor follows a closed link, and Back returns (runtime 1.2)', async ({
  page,
}) => {
  await openHydrated(page, '/about')
  const before = await page.evaluate(() => history.length)
  const documents = recordDocuments(page)
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname.replace(BASE_PATH, '')))
  await page.locator('a[href$="/submit"]:visible').first().click()
  await expect(page).toHaveURL('/auth/signup')
  expect(await page.evaluate(() => history.length)).toBe(before + 1)
  expect(documents).toEqual([])
  expect(requested).not.toContain('/submit.data')
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('guards every spelling of a path (runtime 1.3)', async ({ site }) => {
  const attacks = [
    '/SUBMIT',
    '/Account/',
    '/%73ubmit',
    '//submit',
    '//account',
    '/spot/%2e%2e/submit',
    '/spot/../account',
  ]
  for (const path of [...attacks, '/./submit', '/about/%2e%2e/submit', '/submit?x=/spot/']) {
    const [status, location] = await getRaw(site.url, path)
    expect([path, status, location]).toEqual([path, 302, '/auth/signup'])
  }
  expect(await getRaw(site.url, '/\\account')).toEqual([400, undefined])
})

test('guards before it validates, so that visitors cannot probe URLs (runtime 1.4)', async ({
  request,
  signIn,
  page,
  site,
}) => {
  const response = await request.get(`/city/${LONG_NAME}`, { maxRedirects: 0 })
  expect([response.status(), site.pathOf(response.headers().location)]).toEqual([302, '/auth/signup'])
  await openHydrated(page, '/about')
  await navigateInApp(page, `/city/${LONG_NAME}`)
  await expect(page).toHaveURL('/auth/signup')
  await signIn()
  expect((await page.request.get(`/city/${LONG_NAME}`)).status()).toBe(404)
})

test('treats an unverifiable session as signed out (runtime 1.5)', async ({ request, site, account }) => {
  const [{ name, value } = { name: '', value: '' }] = await createSessionCookies(site.url, account)
  const session = JSON.parse(Buffer.from(value.slice('base64-'.length), 'base64url').toString())
  const [head, claims, signature] = session.access_token.split('.')
  const encode = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
  const write = (changes: object) => `${name}=base64-${encode({ ...session, ...changes })}`
  const stranger = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: crypto.randomUUID() }
  const past = { expires_at: 1, refresh_token: 'unknown' }
  for (const [story, cookie] of Object.entries({
    'another signature': write({ access_token: `${head}.${claims}.${signature.slice(0, -4)}AAAA` }),
    'the claims of someone else': write({ access_token: `${head}.${encode(stranger)}.${signature}` }),
    'no signature': write({ access_token: `${encode({ alg: 'none', typ: 'JWT' })}.${claims}.` }),
    'run out, and not to be renewed': write(past),
    'cut short': `${name}=${value.slice(0, -40)}`,
    nonsense: `${name}=base64-bm9uc2Vuc2U`,
    'no cookie at all': `${name}=%`,
  })) {
    const response = await request.get('/account', { maxRedirects: 0, headers: { cookie } })
    expect([story, response.status(), site.pathOf(response.headers().location)]).toEqual([story, 302, '/auth/signup'])
  }
  expect((await request.get('/account', { maxRedirects: 0, headers: { cookie: write({}) } })).status()).toBe(200)
})

test('redirects another tab from a closed page on sign-out, leaving nothing in its history (runtime 1.6)', async ({
  page,
  context,
  signIn,
}) => {
  await signIn()
  await openHydrated(page, '/about')
  await navigateInApp(page, '/account')
  await expect(page).toHaveURL('/account')
  const before = await page.evaluate(() => history.length)
  await context.clearCookies()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page).toHaveURL('/auth/signup')
  expect(await page.evaluate(() => history.length)).toBe(before)
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('rejects the next navigation to a closed page after the session was ended elsewhere (runtime 1.6)', async ({
  page,
  context,
  signIn,
  expectedErrors,
}) => {
  // The page may be updating the profile when its session ends.
  expectedErrors.push(/401|Error syncing user profile/)
  await signIn()
  await openHydrated(page, '/explore')
  await context.clearCookies()
  await navigateInApp(page, '/account')
  await expect(page).toHaveURL('/auth/signup')
})

test('redirects an invalid session from an unknown path on navigation (runtime 2.2)', async ({
  page,
  context,
  signIn,
  expectedErrors,
}) => {
  // The tab's client may use the session too.
  expectedErrors.push(/401|Error syncing user profile/)
  await signIn()
  await openHydrated(page, '/explore')
  const cookies = await context.cookies()
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, value: breakSignature(cookie.value) })))
  await navigateInApp(page, '/nope/x?y=1#z')
  await expect(page).toHaveURL('/auth/signup')
})

test('replaces history entries where requested, including by the guard, and encodes paths once (runtime 4.7)', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/404/)
  await openHydrated(page, '/about')
  const before = await page.evaluate(() => history.length)
  await navigateInApp(page, '/submit', { replace: true })
  await expect(page).toHaveURL('/auth/signup')
  for (const path of ['/spot/café', '/spot/caf%C3%A9']) {
    await navigateInApp(page, path, { replace: true })
    await expect(page.getByText('Page Not Found: /spot/caf%C3%A9')).toBeVisible()
    await expect(page).toHaveURL('/spot/caf%C3%A9')
    await navigateInApp(page, '/auth/login', { replace: true })
    await expect(page).toHaveURL('/auth/login')
  }
  expect(await page.evaluate(() => history.length)).toBe(before)
})

/** Returns the same session with a token whose signature is wrong. Other cookies stay. */
function breakSignature(value: string): string {
  if (!value.startsWith('base64-')) return value
  const session = JSON.parse(Buffer.from(value.slice('base64-'.length), 'base64url').toString())
  const access_token = session.access_token.replace(/[^.]+$/, 'A'.repeat(86))
  return `base64-${Buffer.from(JSON.stringify({ ...session, access_token })).toString('base64url')}`
}

/** Returns the status and location of the expected response to a member. */
function answerMember(path: string): [status: number, location: string | undefined] {
  if (path.startsWith('/auth/')) return [302, '/']
  return [path === '/debug-seed' ? 403 : 200, undefined]
}

async function getSpotPath(site: Site): Promise<string> {
  const client = await createMemberClient(site.url)
  const { data } = await client.from('spots').select('id').eq('title', SEED_SPOTS[0].title).single()
  return `/spot/${data?.id}`
}

/** Sends a path as written, without the normalisation of HTTP clients. */
async function getRaw(
  siteUrl: string,
  path: string,
): Promise<[status: number | undefined, location: string | undefined]> {
  const { hostname, port } = new URL(siteUrl)
  const { promise, resolve, reject } = Promise.withResolvers<[number | undefined, string | undefined]>()
  sendRaw({ hostname, port, path: BASE_PATH + path }, (response) => {
    response.resume()
    resolve([response.statusCode, response.headers.location?.replace(BASE_PATH, '')])
  })
    .once('error', reject)
    .end()
  return promise
}
