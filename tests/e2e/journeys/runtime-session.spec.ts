import type { Page } from '@playwright/test'
import { type Account, createServiceClient, createSessionCookies } from '../accounts.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'

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
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
}

test('splits a long session over several cookies (runtime 9.1)', async ({ page, context, site, account }) => {
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

test('refreshes an expired session on the way and forbids caching the response (runtime 9.3)', async ({
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

test('signs the other tab out without a reload (runtime 10.3)', async ({ page, context, account }) => {
  test.setTimeout(120_000)
  await logIn(page, account)
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
  account,
  expectedErrors,
}) => {
  expectedErrors.push(/403/)
  await logIn(page, account)
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
  account,
  expectedErrors,
}) => {
  expectedErrors.push(/500/)
  await logIn(page, account)
  await page.goto('/account')
  await page.route(/\/auth\/v1\/logout/, (route) => route.fulfill({ status: 500, json: { message: 'broken' } }))
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  const here = page.getByRole('button', { name: /this device/i })
  await expect(here).toBeVisible()
  await expect(page).toHaveURL('/account')
  await here.click()
  await expect(page).toHaveURL('/')
})

test('ignores links with a foreign token or an error (runtime 11.11)', async ({ page, account }) => {
  await logIn(page, account)
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
