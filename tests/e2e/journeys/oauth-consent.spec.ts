import { createMemberClient, createServiceClient } from '../accounts.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { addAuthenticatorApp, createMfaAccount, findNextCode } from '../mfa-account.ts'
import { beginRequest, startApp, VERIFIER } from '../oauth-app.ts'

test('authorizes an app: names it, explains its scopes, and issues its tokens', async ({
  page,
  site,
  signIn,
  checkAccessibility,
}) => {
  using walks = await startApp()
  const account = await signIn()
  const { app, address } = await beginRequest(site.url, walks.callback)
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Authorize Walks & Talks?' })).toBeVisible()
  await expect(page.getByText(account.email)).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveText([
    'know that it is you',
    'see your email address',
    'stay signed in when you are away',
  ])
  await checkAccessibility()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.waitForURL(`${walks.callback}?**`)
  const back = new URL(page.url()).searchParams
  expect(back.get('state')).toBe('begun here')
  const response = await fetch(`${site.url}/auth/v1/oauth/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${app.client_id}:${app.client_secret}`)}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: back.get('code') ?? '',
      redirect_uri: walks.callback,
      code_verifier: VERIFIER,
    }),
  })
  expect(await response.json()).toMatchObject({ token_type: 'bearer', id_token: expect.any(String) })
  // The second request needs no confirmation.
  await page.goto(address)
  await page.waitForURL(`${walks.callback}?**`)
  await page.goto('/account/apps')
  await expect(page.getByText('Walks & Talks', { exact: true })).toBeVisible()
  await checkAccessibility()
  await page.getByRole('button', { name: 'Disconnect Walks & Talks' }).click()
  await expect(page.getByRole('heading', { name: 'No connected apps' })).toBeVisible()
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Authorize Walks & Talks?' })).toBeVisible()
})

test('shows a connected app with a long name within the window of a phone', async ({ page, site, signIn }) => {
  using walks = await startApp()
  await signIn()
  await page.setViewportSize({ width: 360, height: 740 })
  const { address } = await beginRequest(site.url, walks.callback, `Wanderwege${'verzeichnis'.repeat(8)}`)
  await page.goto(address)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.waitForURL(`${walks.callback}?**`)
  await page.goto('/account/apps')
  await expect(page.getByRole('button', { name: /^Disconnect Wanderwege/ })).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('denies an app, and explains when a request is no longer pending', async ({
  page,
  site,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/)
  using walks = await startApp()
  await signIn()
  const { address } = await beginRequest(site.url, walks.callback)
  await page.goto(address)
  const requested = page.url()
  await page.getByRole('button', { name: 'Deny' }).click()
  await page.waitForURL(`${walks.callback}?**`)
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
  await page.goto(requested)
  await expect(page.getByRole('heading', { name: 'No pending request' })).toBeVisible()
})

test('requires two-factor authentication before it shows the request (auth 9.2)', async ({ page, site, signIn }) => {
  using walks = await startApp()
  const { account, client, totp, factorId } = await createMfaAccount(site.url)
  await signIn(account)
  const { address } = await beginRequest(site.url, walks.callback)
  const question = page.getByRole('heading', { name: 'Authorize Walks & Talks?' })
  await page.goto(address)
  await page.getByLabel('Code').fill(findNextCode(totp))
  await expect(question).toBeVisible()
  // The session used this factor, and its token still says so, but the service no longer accepts it.
  const backup = await addAuthenticatorApp(client, 'backup')
  await createServiceClient(site.url).auth.admin.mfa.deleteFactor({ userId: account.id, id: factorId })
  await page.goto(address)
  await page.getByLabel('Code').fill(findNextCode(backup.totp))
  await expect(question).toBeVisible()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.waitForURL(`${walks.callback}?**`)
  expect(new URL(page.url()).searchParams.get('code')).not.toBeNull()
})

test('requires a new sign-in after the session was ended elsewhere, then returns to the request (auth 9.2)', async ({
  page,
  site,
  signIn,
}) => {
  using walks = await startApp()
  const account = await signIn()
  const { address } = await beginRequest(site.url, walks.callback)
  const elsewhere = await createMemberClient(site.url, account)
  await elsewhere.auth.signOut({ scope: 'others' })
  await page.goto(address)
  await expect(page).toHaveURL('/auth/login')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Authorize Walks & Talks?' })).toBeVisible()
})

test('switches accounts and returns to the same request', async ({ page, site, signIn, account, expectedErrors }) => {
  // The page may still be syncing the profile when its session ends.
  expectedErrors.push(/401|Error syncing user profile/)
  using walks = await startApp()
  const first = await signIn()
  const { address } = await beginRequest(site.url, walks.callback)
  await page.goto(address)
  await expect(page.getByText(first.email)).toBeVisible()
  await page.getByRole('button', { name: 'Use another account' }).click()
  await expect(page).toHaveURL('/auth/login')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Authorize Walks & Talks?' })).toBeVisible()
  await expect(page.getByText(account.email)).toBeVisible()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.waitForURL(`${walks.callback}?**`)
  const granted = await createMemberClient(site.url, account)
  expect((await granted.auth.oauth.listGrants()).data).toHaveLength(1)
  const other = await createMemberClient(site.url, first)
  expect((await other.auth.oauth.listGrants()).data).toEqual([])
})

test('works without JavaScript and links back to the app', async ({ browser, site, account }) => {
  using walks = await startApp()
  const { address } = await beginRequest(site.url, walks.callback)
  await using context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(address)
  expect(site.pathOf(page.url())).toBe('/auth/signup')
  await page.goto(`${site.url}/auth/login`)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Go back to the app' })).toHaveAttribute(
    'href',
    /^http:\/\/localhost:\d+\/back\?code=/,
  )
})

test('serves the metadata at the URL that RFC 8414 derives from the issuer', async ({ site }) => {
  const response = await fetch(`${site.url}/.well-known/oauth-authorization-server/auth/v1`)
  expect(await response.json()).toMatchObject({ issuer: `${site.url}/auth/v1` })
})
