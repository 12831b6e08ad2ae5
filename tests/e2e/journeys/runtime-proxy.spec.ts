import type { Page } from '@playwright/test'
import { findFreePort } from '../../../backend/test/find-free-port.ts'
import { createAccount, createMemberClient } from '../accounts.ts'
import { expect } from '../expect.ts'
import { test as base } from '../fixtures.ts'
import { findMessage } from '../outbox.ts'
import { takePhonePhoto } from '../phone-photo.ts'
import { startProxy } from '../proxy.ts'
import { startSite } from '../site.ts'
import { exchangeBroadcast } from '../socket-client.ts'
import { shareByPhoto } from '../submit-screen.ts'

/** The position of the photos, away from every seed spot. */
const LISBON = { lat: 38.7139, lng: -9.1334 }

/** The address of nginx, the only one whose forwarding headers the site trusts. */
const PROXY_ADDRESS = '127.0.0.2'

/** Pages behind a TLS proxy that forwards `/spots/`, and the site itself. */
const test = base.extend<object, { proxied: { publicUrl: string; directUrl: string } }>({
  proxied: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright insists on a destructured first argument
    async ({}, use) => {
      const port = await findFreePort()
      const publicUrl = `https://localhost:${port}/spots`
      const environment = { TRUSTED_PROXIES: `${PROXY_ADDRESS}/32` }
      await using behind = await startSite({ template: process.env.E2E_TEMPLATE, publicUrl, environment })
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

// A condition, not a function: Playwright would start the proxy before it calls a function.
test.skip(!process.env.E2E_NGINX, 'nginx is not installed')
test.beforeAll(() => {
  // The test clients accept the proxy's own certificate.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
})
test.afterAll(() => {
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
})

test('lets a member sign up, add a spot and sign out behind a TLS proxy below a path (runtime 7.4)', async ({
  page,
  context,
}) => {
  const mark = Date.now().toString(36)
  const response = await page.goto('/auth/signup')
  expect(response?.headers()['strict-transport-security']).toContain('max-age=')
  await page.getByLabel('Username').fill(`proxy-${mark}`)
  await page.getByLabel('Email').fill(`proxy-${mark}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill(`correct horse ${mark}`)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
  const session = (await context.cookies()).filter(({ name }) => name.includes('-auth-token'))
  expect(session.map(({ secure, path, sameSite }) => [secure, path, sameSite])).toEqual([[true, '/spots/', 'Lax']])
  await page.getByRole('banner').getByRole('link', { name: 'Add a spot' }).click()
  const photo = { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: await takePhonePhoto(page, LISBON) }
  await shareByPhoto(page, { title: 'Terrace of the seven steps', photo, near: LISBON })
  await expectPhoto(page)
  await page.getByRole('link', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  expect((await context.cookies()).filter(({ name }) => name.includes('-auth-token'))).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'Terrace of the seven steps' }).first().click()
  await expectPhoto(page)
})

test.describe('works without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('accepts forms behind a TLS proxy: signing in, and a spot with its photo (runtime 7.4)', async ({
    page,
    proxied,
    openOther,
  }) => {
    const account = await createAccount(proxied.directUrl)
    await page.goto('/submit')
    await expect(page).toHaveURL('/auth/signup')
    await page.goto('/auth/login')
    await page.getByLabel('Email').fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL('/submit')
    const buffer = await takePhonePhoto(await openOther({ javaScriptEnabled: true }), LISBON)
    await page.locator('input[name=position]').fill('47.0707, 15.4395')
    await page.locator('input[name=files]').setInputFiles({ name: 'clock.jpg', mimeType: 'image/jpeg', buffer })
    await page.getByLabel('What is it called?').fill('Clock tower')
    await page.locator('.category-choice', { hasText: 'Viewpoint' }).click()
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page).toHaveURL(/\/spots\/spot\/\w+/)
    await expect(page.locator('.spot-gallery img').first()).toBeVisible()
  })
})

test('rejects forms of another site behind the proxy too (runtime 7.4)', async ({ page }) => {
  const forged = await page.request.post('/auth/login', {
    form: { intent: 'sign-in', email: 'a@example.org', password: 'x' },
    headers: { origin: 'https://evil.example' },
    maxRedirects: 0,
  })
  expect(forged.status()).toBe(400)
})

test('uses the public URL in every email (runtime 7.4)', async ({ proxied }) => {
  const account = await createAccount(proxied.directUrl)
  const client = await createMemberClient(proxied.directUrl)
  const redirectTo = `${proxied.publicUrl}/auth/login?step=new-password`
  expect((await client.auth.resetPasswordForEmail(account.email, { redirectTo })).error).toBeNull()
  const { text: mail } = await findMessage({ url: proxied.directUrl }, account.email)
  expect(mail).toContain(`${proxied.publicUrl}/auth/v1/verify?`)
  expect(mail).not.toContain(proxied.directUrl)
})

test('takes client addresses only from the proxy (runtime 7.4)', async ({ proxied }) => {
  const account = await createAccount(proxied.directUrl)
  const forged = { 'x-forwarded-for': '198.51.100.7' }
  const listAddresses = async (siteUrl: string) => {
    const client = await createMemberClient(siteUrl, account, forged)
    const { data } = await client.rpc('list_own_sessions')
    return new Set((data as { ip: string }[]).map(({ ip }) => ip))
  }
  expect(await listAddresses(proxied.directUrl)).toEqual(new Set(['127.0.0.1']))
  expect(await listAddresses(proxied.publicUrl)).toEqual(new Set(['127.0.0.1']))
})

test('opens sockets behind the proxy, below a path (realtime 1)', async ({ proxied }) => {
  expect(await exchangeBroadcast(proxied.publicUrl)).toEqual({ text: 'hello' })
})

/** Expects the first photo of a spot to load completely from the public URL. */
async function expectPhoto(page: Page): Promise<void> {
  const image = page.locator('.spot-gallery img').first()
  await expect(image).toBeVisible()
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
  const address = await image.evaluate((element: HTMLImageElement) => element.currentSrc)
  expect(new URL(address).origin).toBe(new URL(page.url()).origin)
}
