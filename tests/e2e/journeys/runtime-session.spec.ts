import type { Page } from '@playwright/test'
import { type Account, createAccount, createServiceClient, createSessionCookies } from '../accounts.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { SEED_CITY, SEED_POST_SLUG } from '../seed.ts'

/** Records the profile rows that the page writes from now on. */
function watchProfileWrites(page: Page): unknown[] {
  const rows: unknown[] = []
  page.on('request', (request) => {
    const isWrite = request.method() === 'POST' && /\/rest\/v1\/users(?:\?|$)/.test(request.url())
    if (isWrite) rows.push(request.postDataJSON())
  })
  return rows
}

async function logIn(page: Page, { email, password }: Account): Promise<void> {
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
}

test('splits a long session into several cookies (runtime 9.1)', async ({ page, context, site, account }) => {
  const service = createServiceClient(site.url)
  const words = 'x'.repeat(700)
  await service.auth.admin.updateUserById(account.id, { user_metadata: { username: account.username, words } })
  await logIn(page, account)
  const session = (await context.cookies()).filter(({ name }) => /-auth-token/.test(name))
  expect(session.map(({ name }) => name.replace(/^.*-auth-token/, '')).toSorted()).toEqual(['.0', '.1'])
  for (const { value, path, httpOnly, sameSite, secure } of session) {
    expect([value.length <= 3180, site.url.endsWith(path.replace(/\/$/, '')), httpOnly, sameSite, secure]).toEqual([
      true,
      true,
      false,
      'Lax',
      false,
    ])
  }
  await page.goto('/account')
  await expect(page).toHaveURL('/account')
})

test('refreshes an expired session during the request and forbids caching the response (runtime 9.3)', async ({
  request,
  site,
  account,
}) => {
  const cookies = await createSessionCookies(site.url, account)
  const cookie = cookies.map(({ name, value }) => `${name}=${expire(value)}`).join('; ')
  const response = await request.get('/account', { headers: { cookie }, maxRedirects: 0 })
  expect(response.status()).toBe(200)
  expect(response.headers()['cache-control']).toMatch(/private.*no-cache.*no-store/)
  expect(response.headers()['set-cookie']).toMatch(/-auth-token(?:\.0)?=base64-/)
})

test('writes the profile row once per sign-in, without unknown fields (runtime 10.2)', async ({ page, account }) => {
  const rows = watchProfileWrites(page)
  await logIn(page, account)
  await expect.poll(() => rows).toHaveLength(1)
  expect(rows[0]).toEqual({
    id: account.id,
    email: account.email,
    username: account.username,
    avatar_url: null,
    name: null,
    surname: null,
  })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.reload()
  await page.waitForTimeout(500)
  expect(rows).toHaveLength(1)
})

/** The lifetime of a token, minus the period in which it is refreshed. */
const NEARLY_EXPIRED = '59:00'
const AFTER_IDLE_MS = 5_000

/** Opens pages with a clock that stands still, and records the refreshes of the session. */
async function openWithClock(page: Page) {
  await page.clock.install()
  const refreshes: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) refreshes.push(request.url())
  })
  const open = async (path: string) => {
    const loaded = page.waitForRequest(CLIENT)
    await page.goto(path)
    await page.clock.runFor(AFTER_IDLE_MS)
    await loaded
  }
  return { refreshes, open }
}

/** The file of the data client. */
const CLIENT = /\/browser-client-[^/]+\.js$/

test('runs the data client on every page of a member, and on no page of a visitor (runtime 11.1)', async ({
  page,
  signIn,
}) => {
  const loads: string[] = []
  page.on('request', (request) => {
    if (CLIENT.test(request.url())) loads.push(request.url())
  })
  const pages = ['/', '/about', '/explore']
  for (const path of pages) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
  expect(loads).toEqual([])
  await signIn()
  for (const path of [
    ...pages,
    `/city/${SEED_CITY}`,
    `/post/${SEED_POST_SLUG}`,
    '/submit',
    '/account',
    '/account/settings',
  ]) {
    await Promise.all([page.waitForRequest(CLIENT), page.goto(path)])
  }
})

test('refreshes the session of an open tab shortly before it expires (runtime 11.1)', async ({ page, signIn }) => {
  await signIn()
  const { refreshes, open } = await openWithClock(page)
  await open('/about')
  await page.clock.fastForward('30:00')
  expect(refreshes).toEqual([])
  await expect(async () => {
    await page.clock.fastForward('05:00')
    expect(refreshes.length).toBeGreaterThan(0)
  }).toPass()
  expect(refreshes).toHaveLength(1)
})

test('refreshes the session when a hidden tab becomes visible, and not before (runtime 11.2)', async ({
  page,
  signIn,
}) => {
  await signIn()
  const { refreshes, open } = await openWithClock(page)
  await open('/about')
  const show = (state: string) =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility })
      window.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await show('hidden')
  await page.clock.fastForward(NEARLY_EXPIRED)
  expect(refreshes).toEqual([])
  await expect(async () => {
    await show('visible')
    expect(refreshes.length).toBeGreaterThan(0)
  }).toPass()
})

test('signs the other tab out without a reload (runtime 10.3)', async ({ page, context, signIn }) => {
  await signIn()
  const other = await context.newPage()
  await other.goto('/about')
  await expect(other.getByRole('link', { name: 'Your account' })).toBeVisible()
  const loads: string[] = []
  other.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(request.url())
  })
  await page.goto('/account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL('/')
  await expect(other.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  expect(loads).toEqual([])
})

test("replaces a member's page once another member has signed in in another tab (runtime 10.3)", async ({
  page,
  site,
  account,
  signIn,
}) => {
  const other = await createAccount(site.url)
  await signIn(account)
  const written = page.waitForResponse(/\/rest\/v1\/users/)
  await page.goto('/account')
  await expect(page.getByText(account.username).first()).toBeVisible()
  await written
  await signIn(other)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText(other.username).first()).toBeVisible()
  await expect(page.getByText(account.username)).toHaveCount(0)
})

test('keeps two tabs signed in when their session expires in both at once (runtime 11.5)', async ({
  page,
  context,
  account,
  signIn,
}) => {
  await signIn(account)
  const expired = (await context.cookies()).map((cookie) =>
    cookie.name.includes('-auth-token') ? { ...cookie, value: expire(cookie.value) } : cookie,
  )
  await context.addCookies(expired)
  const other = await context.newPage()
  await Promise.all([page.goto('/account'), other.goto('/account/settings')])
  await expect(page).toHaveURL('/account')
  await expect(other).toHaveURL('/account/settings')
  await page.reload()
  await other.reload()
  await expect(page).toHaveURL('/account')
  await expect(other).toHaveURL('/account/settings')
})

test('signs out even if the service no longer knows the session (runtime 11.9)', async ({
  page,
  context,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/403/)
  await signIn()
  await page.goto('/account')
  await page.route(/\/auth\/v1\/logout/, (route) =>
    route.fulfill({ status: 403, json: { code: 'session_not_found', message: 'gone' } }),
  )
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL('/')
  expect((await context.cookies()).filter(({ name, value }) => /-auth-token(?:\.\d)?$/.test(name) && value)).toEqual([])
})

test('keeps the member signed in when the service fails, and offers to sign out on this device (runtime 11.9)', async ({
  page,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/500/)
  await signIn()
  await page.goto('/account')
  await page.route(/\/auth\/v1\/logout/, (route) => route.fulfill({ status: 500, json: { message: 'broken' } }))
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  const here = page.getByRole('button', { name: /this device/i })
  await expect(here).toBeVisible()
  await expect(page).toHaveURL('/account')
  await here.click()
  await expect(page).toHaveURL('/')
})

test('ignores links with a foreign token or an error (runtime 11.11)', async ({ page, signIn }) => {
  await signIn()
  for (const hash of [
    '#access_token=foreign&refresh_token=foreign&expires_in=3600&token_type=bearer',
    '#error=access_denied&error_description=gone',
  ]) {
    await page.goto(`/about${hash}`)
    await page.reload()
    await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
    await page.goto('/account')
    await expect(page).toHaveURL('/account')
  }
})

/** Returns the cookie of the same session, ten minutes after it expired. */
function expire(value: string): string {
  if (!value.startsWith('base64-')) throw new Error('The cookie is in parts.')
  const session = JSON.parse(Buffer.from(value.slice('base64-'.length), 'base64url').toString())
  const expired = { ...session, expires_at: Math.floor(Date.now() / 1000) - 600 }
  return `base64-${Buffer.from(JSON.stringify(expired)).toString('base64url')}`
}
