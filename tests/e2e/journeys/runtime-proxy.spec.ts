import { findFreePort } from '../../../backend/test/find-free-port.ts'
import { createAccount, createMemberClient } from '../accounts.ts'
import { expect } from '../expect.ts'
import { test as base } from '../fixtures.ts'
import { startProxy } from '../proxy.ts'
import { startSite } from '../site.ts'

/** What nginx calls the site from: the one address whose word on clients counts here. */
const PROXY_ADDRESS = '127.0.0.2'

/** Pages behind a TLS proxy that forwards `/spots/`, and the site itself. */
const test = base.extend<object, { proxied: { publicUrl: string; directUrl: string } }>({
  proxied: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright insists on a destructured first argument
    async ({}, use) => {
      const port = await findFreePort()
      const publicUrl = `https://localhost:${port}/spots`
      const environment = { TRUSTED_PROXIES: `${PROXY_ADDRESS}/32` }
      await using behind = await startSite({ publicUrl, environment })
      const sitePort = Number(new URL(behind.url).port)
      await using _proxy = await startProxy({
        nginx: process.env.E2E_NGINX ?? '',
        port,
        sitePort,
        ownAddress: PROXY_ADDRESS,
      })
      await use({ publicUrl, directUrl: `${new URL(behind.url).origin}/spots` })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  ignoreHTTPSErrors: async ({}, use) => use(true),
  baseURL: async ({ proxied }, use) => use(`${proxied.publicUrl}/`),
})

test.skip(() => !process.env.E2E_NGINX, 'There is no nginx here: nothing behind a proxy is tested.')
test.beforeAll(() => {
  // The clients of the tests meet the proxy's own certificate.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
})
test.afterAll(() => {
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
})

test('7.4 behind a TLS proxy and below a path a member joins, adds a spot and signs out', async ({ page, context }) => {
  const mark = Date.now().toString(36)
  const response = await page.goto('/auth/signup')
  expect(response?.headers()['strict-transport-security']).toContain('max-age=')
  await page.getByLabel('Username').fill(`proxy-${mark}`)
  await page.getByLabel('E-mail').fill(`proxy-${mark}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill(`correct horse ${mark}`)
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
  const session = (await context.cookies()).filter(({ name }) => name.includes('-auth-token'))
  expect(session.map(({ secure, path, sameSite }) => [secure, path, sameSite])).toEqual([[true, '/spots/', 'Lax']])
  await page.goto('/account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL('/')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('7.4 forms work behind the proxy, although it ends TLS', async ({ page, proxied }) => {
    const account = await createAccount(proxied.directUrl)
    await page.goto('/submit')
    await expect(page).toHaveURL('/auth/signup')
    await page.goto('/auth/login')
    await page.getByLabel('E-mail').fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL('/submit')
  })
})

test('7.4 a form of another site is refused behind the proxy too', async ({ page }) => {
  const forged = await page.request.post('/auth/login', {
    form: { intent: 'sign-in', email: 'a@example.org', password: 'x' },
    headers: { origin: 'https://evil.example' },
    maxRedirects: 0,
  })
  expect(forged.status()).toBe(400)
})

test('7.4 every address in a mail leads to the public address', async ({ proxied }) => {
  const account = await createAccount(proxied.directUrl)
  const client = await createMemberClient(proxied.directUrl)
  const redirectTo = `${proxied.publicUrl}/auth/login?step=new-password`
  expect((await client.auth.resetPasswordForEmail(account.email, { redirectTo })).error).toBeNull()
  const outbox = await fetch(`${proxied.directUrl}/auth/v1/outbox`)
  const mail = await outbox.text()
  expect(mail).toContain(`${proxied.publicUrl}/auth/v1/verify?`)
  expect(mail).not.toContain(proxied.directUrl)
})

test('7.4 who asks is taken from the proxy alone', async ({ proxied }) => {
  const account = await createAccount(proxied.directUrl)
  const forged = { 'x-forwarded-for': '198.51.100.7' }
  const listAddresses = async (siteUrl: string) => {
    const client = await createMemberClient(siteUrl, account, forged)
    const { data } = await client.rpc('own_sessions')
    return new Set((data as { ip: string }[]).map(({ ip }) => ip))
  }
  expect(await listAddresses(proxied.directUrl)).toEqual(new Set(['127.0.0.1']))
  expect(await listAddresses(proxied.publicUrl)).toEqual(new Set(['127.0.0.1']))
})
