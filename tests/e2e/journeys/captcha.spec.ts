import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { openHydrated } from '../app-router.ts'
import { expect } from '../expect.ts'
import { test as base } from '../fixtures.ts'
import { findCode, findMessage } from '../outbox.ts'
import { startSite } from '../site.ts'

/** The test function with a site that requires a proof of work. */
const test = base.extend({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright insists on a destructured first argument
    async ({}, use) => {
      await using site = await startSite({
        template: process.env.E2E_TEMPLATE,
        environment: {
          GOTRUE_SECURITY_CAPTCHA_ENABLED: 'true',
          GOTRUE_MAILER_AUTOCONFIRM: 'false',
          GOTRUE_SMTP_MAX_FREQUENCY: '1ms',
        },
      })
      await use(site)
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

const loggedIn = (page: Page) => expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()

test('keeps the fields after a rejected proof of work, and accepts the next one (auth 6.8)', async ({
  page,
  context,
  site,
  checkAccessibility,
  expectedErrors,
}) => {
  expectedErrors.push(/400/)
  const mark = randomBytes(4).toString('hex')
  const member = { email: `walker-${mark}@example.org`, password: 'over the hills again' }
  // The browser solves a foreign challenge, which the service rejects.
  await page.route('**/auth/v1/captcha', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), signature: '0'.repeat(64) } })
  })
  await openHydrated(page, '/auth/signup')
  await page.getByLabel('Username').fill(`walker-${mark}`)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('The captcha check failed.')).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue(`walker-${mark}`)
  await expect(page.getByLabel('Email')).toHaveValue(member.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(member.password)
  await checkAccessibility()
  await page.unroute('**/auth/v1/captcha')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const first = findCode(await findMessage(site, member.email))
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect.poll(async () => findCode(await findMessage(site, member.email))).not.toBe(first)
  await page.getByLabel('Code').fill(findCode(await findMessage(site, member.email)))
  await loggedIn(page)

  await context.clearCookies()
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await loggedIn(page)
})

test('renders a third-party widget once per page for all forms, and renews its token after a rejection (auth 6.8)', async ({
  browser,
}) => {
  await using checker = await startChecker()
  await using site = await startSite({
    template: process.env.E2E_TEMPLATE,
    environment: {
      GOTRUE_SECURITY_CAPTCHA_ENABLED: 'true',
      GOTRUE_SECURITY_CAPTCHA_PROVIDER: 'turnstile',
      GOTRUE_SECURITY_CAPTCHA_SITE_KEY: 'site key',
      GOTRUE_SECURITY_CAPTCHA_SECRET: 'secret key',
      GOTRUE_SECURITY_CAPTCHA_ENDPOINT: checker.url,
      GOTRUE_PASSKEY_ENABLED: 'true',
    },
  })
  await using context = await browser.newContext()
  const page = await context.newPage()
  await page.route('https://challenges.cloudflare.com/**', (route) => {
    expect(route.request().url()).toMatch(/\/turnstile\/v0\/api\.js\?render=explicit&onload=\w+$/)
    return route.fulfill({ contentType: 'text/javascript', body: TURNSTILE })
  })
  await page.goto(`${site.url}/auth/login`)
  await expect(page.getByText('Widget for site key')).toHaveCount(1)
  await page.getByLabel('Email').fill('nobody@example.org')
  await page.getByLabel('Password', { exact: true }).fill('over the hills again')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Wrong email address or password')).toBeVisible()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect.poll(() => checker.tokens).toEqual(['token 1', 'token 2'])
})

/**
 * A fake of Turnstile's script, following its documentation: it calls back when loaded, renders, and returns tokens.
 */
const TURNSTILE = `
let drawn = 0
window.turnstile = {
  render(place, { sitekey, callback }) {
    place.textContent = 'Widget for ' + sitekey
    callback('token ' + ++drawn)
    return String(drawn)
  },
  remove() {},
}
const ready = new URL(document.currentScript.src).searchParams.get('onload')
setTimeout(() => window[ready]())
`

/** A fake of the endpoint that verifies tokens. Each token is valid once. */
async function startChecker() {
  const tokens: string[] = []
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request))
    const token = form.get('response') ?? ''
    const isGood = form.get('secret') === 'secret key' && token !== '' && !tokens.includes(token)
    tokens.push(token)
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ success: isGood }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/siteverify`,
    tokens,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
