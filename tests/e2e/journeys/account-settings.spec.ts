import { randomBytes, randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import * as otpauth from 'otpauth'
import { signByWallet, WALLET_ADDRESSES } from '../../../backend/src/auth/test/web3/test-wallet.ts'
import { createSessionCookies } from '../accounts.ts'
import { ageSignIns } from '../age-sign-ins.ts'
import { expect } from '../expect.ts'
import { onFullAuthSite } from '../full-auth-site.ts'
import { findCode, findMessage } from '../outbox.ts'

/** The usual tests on a site with all account security features. */
const test = onFullAuthSite({
  GOTRUE_MFA_PHONE_ENROLL_ENABLED: 'true',
  GOTRUE_MFA_PHONE_VERIFY_ENABLED: 'true',
  GOTRUE_MFA_WEB_AUTHN_ENROLL_ENABLED: 'true',
  GOTRUE_MFA_WEB_AUTHN_VERIFY_ENABLED: 'true',
  GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true',
  GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: 'true',
  GOTRUE_MAILER_AUTOCONFIRM: 'true',
  GOTRUE_EXTERNAL_WEB3_ETHEREUM_ENABLED: 'true',
  GOTRUE_SMTP_MAX_FREQUENCY: '1s',
  GOTRUE_SMS_MAX_FREQUENCY: '1s',
  GOTRUE_RATE_LIMIT_SMS_SENT: '100000',
})

const SECURITY = '/account/settings?section=security'

test('signs out other devices, which notice at their next navigation', async ({
  page,
  site,
  signIn,
  openOther,
  checkAccessibility,
  expectedErrors,
}) => {
  expectedErrors.push(/403/)
  const account = await signIn()
  const other = await openOther()
  const cookies = await createSessionCookies(site.url, account)
  await other.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: `${site.url}/` })))
  await other.goto('/account')
  await page.goto(SECURITY)
  await expect(page.getByText('This browser')).toBeVisible()
  await expect(page.getByText('here', { exact: true })).toBeVisible()
  await expect(page.getByText('127.0.0.x').first()).toBeVisible()
  await checkAccessibility()
  for (const button of await page.getByRole('button', { name: /^End: / }).all()) await expect(button).toBeVisible()
  await page.getByRole('button', { name: 'Sign out elsewhere' }).click()
  await expect(page.getByText('Every other device has to sign in again.', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^End: / })).toHaveCount(0)
  await other.goto('/account')
  await expect(other).toHaveURL('/auth/login')
  await page.goto('/account')
  await expect(page).toHaveURL('/account')
})

test('adds and removes an authenticator app, keeps the QR code after a wrong code, and ends other sessions', async ({
  page,
  site,
  signIn,
  openOther,
  checkAccessibility,
  expectedErrors,
}) => {
  expectedErrors.push(/422|403/)
  const account = await signIn()
  const other = await openOther()
  const cookies = await createSessionCookies(site.url, account)
  await other.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: `${site.url}/` })))
  await page.goto(SECURITY)
  await page.getByRole('link', { name: 'Add a second step' }).click()
  await checkAccessibility()
  await page.getByRole('link', { name: /Authenticator app/ }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('هاتفي')
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByRole('img', { name: 'A code to scan' })).toBeVisible()
  await checkAccessibility()
  const totp = readSecret(await page.locator('.settings-secret').textContent())
  await page.getByLabel('Code', { exact: true }).fill(totp.generate() === '000000' ? '111111' : '000000')
  await expect(page.getByText('This code is not right')).toBeVisible()
  await expect(page.getByRole('img', { name: 'A code to scan' })).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(totp.generate())
  await expect(page.getByText('From now on we ask for it when you sign in.')).toBeVisible()
  await expect(page.getByText('One way in.')).toBeVisible()
  await checkAccessibility()
  await other.goto('/account')
  await expect(other).toHaveURL('/auth/login')

  await page.getByRole('link', { name: 'Remove “هاتفي”' }).click()
  await expect(page.getByRole('heading', { name: 'Remove “هاتفي”?' })).toBeVisible()
  await checkAccessibility()
  await page.getByRole('link', { name: 'Keep it' }).click()
  await page.getByRole('link', { name: 'Remove “هاتفي”' }).click()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await expect(page.getByText('Removed. It is not asked for any more.')).toBeVisible()
  await expect(page.getByText('None yet. With one')).toBeVisible()
})

test('adds a phone and a security key as two-factor methods that back each other up', async ({
  page,
  site,
  signIn,
  checkAccessibility,
}) => {
  const phone = `4915${randomInt(10 ** 8, 10 ** 9)}`
  await addAuthenticator(page)
  await signIn()
  await page.goto(`${SECURITY}&step=add-phone`)
  await page.getByLabel('Number').fill(`+${phone}`)
  await page.getByRole('button', { name: 'Text me' }).click()
  await expect(page.getByRole('heading', { name: 'Six digits' })).toBeVisible()
  await checkAccessibility()
  await page.getByLabel('Code', { exact: true }).fill(findCode(await findMessage(site, phone)))
  await expect(page.getByText('From now on we ask for it when you sign in.')).toBeVisible()
  await page.getByRole('link', { name: 'Add a second one as a backup' }).click()
  await page.getByRole('link', { name: /Key or this device/ }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('laptop')
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByText('Any one of your second steps will do.')).toBeVisible()
  await expect(page.getByText('Two ways in. If you lose “laptop”, “My phone” still opens the door.')).toBeVisible()
  await checkAccessibility()
})

test('adds, renames, autofills and removes a passkey', async ({ page, context, signIn, checkAccessibility }) => {
  await addAuthenticator(page)
  await signIn()
  await page.goto(SECURITY)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('It opens this account without a password.')).toBeVisible()
  await page.getByRole('link', { name: /^Rename the passkey/ }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please give it a name.')).toBeVisible()
  await checkAccessibility()
  await page.getByRole('textbox', { name: 'Name' }).fill('kitchen table')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('kitchen table')).toBeVisible()

  await context.clearCookies()
  await page.goto('/auth/login')
  await page.getByLabel('E-mail or phone').focus()
  await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
  await page.goto(SECURITY)
  await expect(page.getByText(/last used/)).toBeVisible()
  await page.getByRole('link', { name: 'Remove the passkey kitchen table' }).click()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await expect(page.getByText('None yet. A passkey')).toBeVisible()
})

test('changes the password and asks for the current one when the service requires it', async ({
  page,
  signIn,
  checkAccessibility,
  expectedErrors,
}) => {
  expectedErrors.push(/400|422/)
  const account = await signIn()
  await page.goto(SECURITY)
  await page.getByRole('link', { name: 'Change the password' }).click()
  await page.getByLabel('New password').fill('over the hills again')
  await page.getByLabel('The same once more').fill('over the hills again')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please give your present password too.')).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveValue('over the hills again')
  await checkAccessibility()
  await page.getByLabel('Present password').fill('not my password')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('That is not your present password.')).toBeVisible()
  await page.getByLabel('Present password').fill(account.password)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. Other devices have to sign in again')).toBeVisible()
})

test('changes e-mail address and phone number with the codes sent to them', async ({
  page,
  site,
  signIn,
  checkAccessibility,
  expectedErrors,
}) => {
  expectedErrors.push(/403/)
  await signIn()
  const email = `moved-${randomBytes(4).toString('hex')}@example.org`
  await page.goto('/account/settings?section=email')
  await page.getByRole('link', { name: 'Change the e-mail' }).click()
  await page.getByLabel('New e-mail').fill(email)
  await page.getByRole('button', { name: 'Change it' }).click()
  await expect(page.getByText('Check your mail.')).toBeVisible()
  await checkAccessibility()
  const first = findCode(await findMessage(site, email))
  await page.getByLabel('Code', { exact: true }).fill(first === '000000' ? '111111' : '000000')
  await expect(page.getByText('This code is not right')).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(first)
  await expect(page.getByText('Changed. You sign in with it from now on.')).toBeVisible()
  // The reply appears before the page has revalidated.
  await expect(page.getByText('Waiting for')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Change the e-mail' })).toBeVisible()
  await expect(page.getByText(email, { exact: true })).toBeVisible()

  const phone = `4915${randomInt(10 ** 8, 10 ** 9)}`
  await page.getByRole('link', { name: 'Add a number' }).click()
  await page.getByLabel('New number').fill('0151 23')
  await page.getByRole('button', { name: 'Text me' }).click()
  await expect(page.getByText('Please begin with +')).toBeVisible()
  await page.getByLabel('New number').fill(`+${phone}`)
  await page.getByRole('button', { name: 'Text me' }).click()
  await expect(page.getByText('Check your phone.')).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(findCode(await findMessage(site, phone)))
  await expect(page.getByText('You can sign in with it from now on.')).toBeVisible()
  await page.getByRole('link', { name: 'Remove the number' }).click()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await expect(page.getByRole('link', { name: 'Add a number' })).toBeVisible()
})

test('links a provider, signs in with it, unlinks it, and keeps the last sign-in method', async ({
  page,
  peer,
  signIn,
  checkAccessibility,
}) => {
  const mark = randomBytes(4).toString('hex')
  Object.assign(peer.answers, {
    '/api/v3/user': { id: randomInt(1, 10 ** 9), login: `walker-${mark}`, name: 'Walker', avatar_url: '' },
    '/api/v3/user/emails': [{ email: `walker-${mark}@example.org`, primary: true, verified: true }],
  })
  await signIn()
  await page.goto('/account/settings?section=linked')
  await expect(page.getByText('This is your only one')).toBeVisible()
  await checkAccessibility()
  await page.getByRole('button', { name: 'Link GitHub' }).click()
  await expect(page.getByText(`walker-${mark}`)).toBeVisible()
  await expect(page).toHaveURL('/account/settings?section=linked')
  await page.getByRole('link', { name: 'Unlink GitHub' }).click()
  await page.getByRole('button', { name: 'Unlink it' }).click()
  await expect(page.getByText('Unlinked.')).toBeVisible()
  await expect(page.getByText('This is your only one')).toBeVisible()
  peer.refusal = { error: 'access_denied', error_description: 'raw words' }
  await page.getByRole('button', { name: 'Link GitHub' }).click()
  await expect(page.getByText('did not let you in, or you said no')).toBeVisible()
  peer.refusal = undefined
})

test('requests the deletion of the account, shows its date, and cancels it', async ({
  page,
  signIn,
  checkAccessibility,
}) => {
  await signIn()
  await page.goto('/account/settings?section=delete')
  await checkAccessibility()
  await page.getByLabel('Take it all away').check()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('What you shared goes with it.')).toBeVisible()
  await checkAccessibility()
  await page.goto('/account')
  await expect(page.getByText('Your account will be deleted on')).toBeVisible()
  await page.getByRole('link', { name: 'Keep my account' }).click()
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByText('Good. Your account stays.')).toBeVisible()
})

test('requires a recent sign-in for a deletion, and returns to the chosen option', async ({
  page,
  context,
  site,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/403/)
  const account = await signIn()
  await ageSignIns(site, account)
  await page.goto('/account/settings?section=delete')
  await page.getByLabel('Take it all away').check()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('Your last sign-in was a while ago.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await page.getByLabel('E-mail or phone').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByLabel('Take it all away')).toBeChecked()
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('hereabouts-return')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('What you shared goes with it.')).toBeVisible()
})

test('signs in with a browser wallet', async ({ page }) => {
  await page.exposeFunction('signInTest', (hex: string) =>
    signByWallet('ethereum', Buffer.from(hex.slice(2), 'hex').toString()),
  )
  await page.addInitScript((address) => {
    const request = ({ method, params }: { method: string; params?: string[] }) => {
      if (method === 'eth_requestAccounts') return Promise.resolve([address])
      if (method === 'eth_chainId') return Promise.resolve('0x1')
      return (window as unknown as { signInTest: (hex: string | undefined) => Promise<string> }).signInTest(params?.[0])
    }
    Object.assign(window, { ethereum: { request } })
  }, WALLET_ADDRESSES.ethereum)
  await page.goto('/auth/login')
  await expect(page.getByText('Use your Solana wallet')).toHaveCount(0)
  await page.getByRole('button', { name: 'Use your Ethereum wallet' }).click()
  await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('adds an authenticator app', async ({ page, signIn, expectedErrors }) => {
    expectedErrors.push(/400/)
    await signIn()
    await page.goto(SECURITY)
    await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Add a second step' }).click()
    await expect(page.getByRole('link', { name: /Key or this device/ })).toHaveCount(0)
    await page.getByRole('link', { name: /Authenticator app/ }).click()
    await page.getByRole('button', { name: 'Go on' }).click()
    const totp = readSecret(await page.locator('.settings-secret').textContent())
    await page.getByLabel('Code', { exact: true }).fill('12')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('The code has six digits.')).toBeVisible()
    await page.getByLabel('Code', { exact: true }).fill(totp.generate())
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('From now on we ask for it when you sign in.')).toBeVisible()
    await expect(page.getByText('This browser')).toBeVisible()
  })
})

function readSecret(text: string | null): otpauth.TOTP {
  return new otpauth.TOTP({ secret: otpauth.Secret.fromBase32(text?.trim() ?? '') })
}

/** Adds a virtual authenticator that approves every request. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
