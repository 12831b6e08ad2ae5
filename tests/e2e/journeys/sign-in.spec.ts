import { randomBytes, randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createServiceClient } from '../accounts.ts'
import { openHydrated } from '../app-router.ts'
import { expect } from '../expect.ts'
import { onFullAuthSite } from '../full-auth-site.ts'
import { createMfaAccount, findNextCode } from '../mfa-account.ts'
import { findCode, findLink, findMessage } from '../outbox.ts'
import { PUBLISHABLE_KEY } from '../site.ts'
import { startSsoProvider } from '../sso-provider.ts'

/** The test function with a site that has every sign-in method. */
const test = onFullAuthSite({
  GOTRUE_SAML_ENABLED: 'true',
  GOTRUE_SMTP_MAX_FREQUENCY: '1s',
  TRUSTED_PROXIES: '127.0.0.1/32',
})

const loggedIn = (page: Page) => expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()

test('signs in with an emailed code, and shows a wrong one at its field', async ({
  page,
  site,
  account,
  checkAccessibility,
  expectedErrors,
}) => {
  expectedErrors.push(/403/)
  await page.goto('/auth/login')
  await checkAccessibility()
  await page.getByLabel('Email or phone').fill(account.email)
  await page.getByRole('link', { name: 'Send me a code or link instead' }).click()
  // The typed text is carried over.
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
  await checkAccessibility()
  const code = findCode(await findMessage(site, account.email, /sign-in/))
  await page.getByLabel('Code').fill(code === '000000' ? '111111' : '000000')
  await expect(page.getByText('This code is wrong')).toBeVisible()
  await page.getByLabel('Code').fill(code)
  await loggedIn(page)
})

test('solves the proof of work that the service requires after many failed passwords (auth 6.5)', async ({
  page,
  site,
  account,
  expectedErrors,
}) => {
  expectedErrors.push(/400/)
  const failFrom = (address: string) =>
    fetch(`${site.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: PUBLISHABLE_KEY, 'x-forwarded-for': address },
      body: JSON.stringify({ email: account.email, password: 'a wrong guess' }),
    })
  for (let network = 0; network < 13; network += 1)
    await Promise.all(Array.from({ length: 9 }, () => failFrom(`198.51.${network}.1`)))
  // The account has never signed in from this network.
  await page.route(`${site.url}/**`, (route, request) =>
    route.continue({ headers: { ...request.headers(), 'x-forwarded-for': '203.0.113.9' } }),
  )
  const solved = page.waitForRequest((request) => request.postData()?.includes('captcha_token') ?? false)
  await openHydrated(page, '/auth/login')
  await page.getByLabel('Email or phone').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await solved
  await loggedIn(page)
})

test('returns to the requested page after an emailed link', async ({ page, site, account }) => {
  await page.goto('/submit?lat=1&lng=2')
  await page.goto('/auth/login?step=code')
  await page.getByLabel('Email or phone').fill(account.email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
  await page.goto(findLink(await findMessage(site, account.email, /sign-in/)))
  await expect(page).toHaveURL(/\/submit\?lat=1&lng=2/)
})

test('shows the same response for unknown and known addresses', async ({ page, expectedErrors }) => {
  expectedErrors.push(/422/)
  await page.goto('/auth/login?step=code')
  await page.getByLabel('Email or phone').fill('nobody@example.org')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
})

test('signs up and in by phone', async ({ page, context, site }) => {
  const phone = `4915${randomInt(10 ** 8, 10 ** 9)}`
  await page.goto('/auth/signup')
  await page.getByLabel('Username').fill(`walker-${phone}`)
  await page.getByLabel('Email or phone').fill(`+${phone}`)
  await page.getByLabel('Password', { exact: true }).fill('over the hills again')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('heading', { name: 'Check your phone' })).toBeVisible()
  await page.getByLabel('Code').fill(findCode(await findMessage(site, phone)))
  await loggedIn(page)
  await context.clearCookies()
  await page.goto('/auth/login')
  await page.getByLabel('Email or phone').fill(`00${phone}`)
  await page.getByLabel('Password', { exact: true }).fill('over the hills again')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await loggedIn(page)
})

test('signs in with a provider, and creates an account for a new member', async ({ page, peer }) => {
  const mark = randomBytes(4).toString('hex')
  Object.assign(peer.answers, {
    '/api/v3/user': { id: randomInt(1, 10 ** 9), login: `walker-${mark}`, name: 'Walker', avatar_url: '' },
    '/api/v3/user/emails': [{ email: `walker-${mark}@example.org`, primary: true, verified: true }],
  })
  await page.goto('/account')
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  await expect(page).toHaveURL('/account')
  await loggedIn(page)
})

test('explains that the provider denied the request', async ({ page, peer }) => {
  peer.rejection = { error: 'access_denied', error_description: '<b>raw words of the provider</b>' }
  await page.goto('/auth/login')
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  await expect(page.getByText('did not sign you in, or you cancelled')).toBeVisible()
  await expect(page.getByText('raw words')).toHaveCount(0)
  peer.rejection = undefined
})

test('shows an unknown organisation at the address field', async ({ page, expectedErrors }) => {
  expectedErrors.push(/404/)
  await page.goto('/auth/login')
  await page.getByRole('link', { name: 'Sign in with your organisation' }).click()
  await page.getByLabel('Email', { exact: true }).fill('ada@unknown.example.org')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText('No organisation has set up sign-in for unknown.example.org here.')).toBeVisible()
})

test('returns to the requested page after single sign-on', async ({ page, site }) => {
  const domain = `${randomBytes(4).toString('hex')}.example.org`
  await using _organisation = await startSsoProvider(site, domain, `ada@${domain}`)
  await page.goto('/submit?lat=1&lng=2')
  await page.goto('/auth/login')
  await page.getByRole('link', { name: 'Sign in with your organisation' }).click()
  await page.getByLabel('Email', { exact: true }).fill(`Ada@${domain.toUpperCase()}`)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('button', { name: 'Sign in here' }).click()
  await expect(page).toHaveURL(/\/submit\?lat=1&lng=2/)
  await page.goto('/account/settings?section=linked')
  await expect(page.getByText(`ada@${domain}`)).toBeVisible()
})

test('requires two-factor authentication on every page', async ({ page, site, checkAccessibility, expectedErrors }) => {
  expectedErrors.push(/422|400/)
  const { account, totp } = await createMfaAccount(site.url)
  await page.goto('/auth/login')
  await page.getByLabel('Email or phone').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
  await checkAccessibility()
  await page.goto('/account/settings?section=appearance')
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
  await page.getByLabel('Code').fill('000000')
  await expect(page.getByText('This code is wrong')).toBeVisible()
  await page.getByLabel('Code').fill(findNextCode(totp))
  await expect(page).toHaveURL('/account/settings?section=appearance')
  await loggedIn(page)
})

test('cancels a sign-in at two-factor authentication', async ({ page, site, signIn }) => {
  const { account } = await createMfaAccount(site.url)
  await signIn(account)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.goto('/account')
  await expect(page).toHaveURL('/auth/signup')
})

test('accepts an invitation once, and asks for a password', async ({ page, context, site, expectedErrors }) => {
  expectedErrors.push(/403/)
  const email = `guest-${randomBytes(4).toString('hex')}@example.org`
  const { error } = await createServiceClient(site.url).auth.admin.inviteUserByEmail(email)
  expect(error).toBeNull()
  const { text } = await findMessage(site, email)
  const [link = ''] = /https?:\/\/\S+step=link\S+/.exec(text) ?? []
  await page.goto(link)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('New password').fill('a guest of the house')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await loggedIn(page)
  await context.clearCookies()
  await page.goto(link)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This link has expired or was already used')).toBeVisible()
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in with a code' })).toBeVisible()
})

test('resets the password with the code of the email, read on another device', async ({
  page,
  site,
  account,
  expectedErrors,
}) => {
  expectedErrors.push(/403/)
  await page.goto('/auth/login?step=forgotten')
  await page.getByLabel('Email').fill(account.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const code = findCode(await findMessage(site, account.email, /Reset/))
  await page.getByLabel('Code').fill(code === '000000' ? '111111' : '000000')
  await expect(page.getByText('This code is wrong')).toBeVisible()
  await page.getByLabel('Code').fill(code)
  await page.getByLabel('New password').fill('a better secret this time')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await loggedIn(page)
})

test('offers a new link when the session for choosing a new password is over', async ({ page }) => {
  await page.goto('/auth/login?step=new-password')
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
})

test.describe('works without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('signs in with a code and two-factor authentication', async ({ page, site }) => {
    const { account, totp } = await createMfaAccount(site.url)
    await page.goto('/auth/login?step=code')
    await page.getByLabel('Email or phone').fill(account.email)
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByLabel('Code').fill(findCode(await findMessage(site, account.email, /sign-in/)))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
    await page.getByLabel('Code').fill(findNextCode(totp))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await loggedIn(page)
  })
})
