import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { signByWallet, WALLET_ADDRESSES } from '../../../backend/src/auth/test/web3/test-wallet.ts'
import { SECURITY_SETTINGS, test } from '../account-security.ts'
import { createMemberClient, signInPage } from '../accounts.ts'
import { ageSignIns } from '../age-sign-ins.ts'
import { openHydrated } from '../app-router.ts'
import { expect } from '../expect.ts'
import { findCode, findMessage } from '../outbox.ts'

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
  await signInPage(other, site.url, account)
  await other.goto('/account')
  await page.goto(SECURITY_SETTINGS)
  await expect(page.getByText('This browser')).toBeVisible()
  await expect(page.getByText('this device', { exact: true })).toBeVisible()
  await expect(page.getByText('127.0.0.x').first()).toBeVisible()
  await checkAccessibility()
  for (const button of await page.getByRole('button', { name: /^End: / }).all()) await expect(button).toBeVisible()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByText('Every other device has to sign in again.', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^End: / })).toHaveCount(0)
  await other.goto('/account')
  await expect(other).toHaveURL('/auth/login')
  await page.goto('/account')
  await expect(page).toHaveURL('/account')
})

test('keeps what was typed when the session was ended on another device', async ({
  page,
  site,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/401|403/)
  const account = await signIn()
  await openHydrated(page, '/account/settings?section=email&step=email')
  await page.getByLabel('New email').fill('new@example.org')
  await (await createMemberClient(site.url, account)).auth.signOut({ scope: 'global' })
  await page.locator('.settings-form').getByRole('button').click()
  await expect(page.getByText('Not saved: you were signed out.')).toBeVisible()
  await expect(page.getByLabel('New email')).toHaveValue('new@example.org')
})

test('changes the password and asks for the current one when the service requires it', async ({
  page,
  signIn,
  checkAccessibility,
  expectedErrors,
}) => {
  expectedErrors.push(/400|422/)
  const account = await signIn()
  await page.goto(SECURITY_SETTINGS)
  await page.getByRole('link', { name: 'Change your password' }).click()
  await page.getByLabel('New password', { exact: true }).fill('over the hills again')
  await page.getByLabel('Repeat new password').fill('over the hills again')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter your current password too.')).toBeVisible()
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue('over the hills again')
  await checkAccessibility()
  await page.getByLabel('Current password').fill('not my password')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('That is not your current password.')).toBeVisible()
  await page.getByLabel('Current password').fill(account.password)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. Other devices have to sign in again')).toBeVisible()
})

test('changes email address and phone number with the codes sent to them', async ({
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
  await page.getByRole('link', { name: 'Change the email' }).click()
  await page.getByLabel('New email').fill(email)
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(page.getByText('Check your email')).toBeVisible()
  await checkAccessibility()
  const first = findCode(await findMessage(site, email))
  // The rejection is shown before the page has revalidated, and the right code may be typed in between.
  await page.route(/\/account\/settings\.data/, async (route) => {
    if (route.request().method() === 'GET') await sleep(1000)
    await route.continue()
  })
  await page.getByLabel('Code', { exact: true }).fill(first === '000000' ? '111111' : '000000')
  await expect(page.getByText('This code is wrong')).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(first)
  await expect(page.getByText('Changed. Use the new address to sign in from now on.')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  // The response appears before the page has revalidated.
  await expect(page.getByText('Waiting for')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Change the email' })).toBeVisible()
  await expect(page.getByText(email, { exact: true })).toBeVisible()

  const phone = `4915${randomInt(10 ** 8, 10 ** 9)}`
  await page.getByRole('link', { name: 'Add a number' }).click()
  await page.getByLabel('New number').fill('0151 23')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('Start with +')).toBeVisible()
  await page.getByLabel('New number').fill(`+${phone}`)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('Check your phone.')).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(findCode(await findMessage(site, phone)))
  await expect(page.getByText('You can sign in with it from now on.')).toBeVisible()
  await page.getByRole('link', { name: 'Remove the number' }).click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('link', { name: 'Add a number' })).toBeVisible()
})

test('links a provider, signs in with it and unlinks it, but cannot unlink the last sign-in method', async ({
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
  await expect(page.getByText('This is your only sign-in method')).toBeVisible()
  await checkAccessibility()
  await page.getByRole('button', { name: 'Link GitHub' }).click()
  await expect(page.getByText(`walker-${mark}`)).toBeVisible()
  await expect(page).toHaveURL('/account/settings?section=linked')
  await page.getByRole('link', { name: 'Unlink GitHub' }).click()
  await page.getByRole('button', { name: 'Unlink' }).click()
  await expect(page.getByText('Unlinked.')).toBeVisible()
  await expect(page.getByText('This is your only sign-in method')).toBeVisible()
  peer.rejection = { error: 'access_denied', error_description: 'raw words' }
  await page.getByRole('button', { name: 'Link GitHub' }).click()
  await expect(page.getByText('did not sign you in, or you cancelled')).toBeVisible()
  peer.rejection = undefined
})

test('requests the deletion of the account, shows its date, and cancels it', async ({
  page,
  signIn,
  checkAccessibility,
}) => {
  await signIn()
  await page.goto('/account/settings?section=delete')
  await checkAccessibility()
  await page.getByLabel('Delete it all').check()
  await page.getByLabel('Delete it all').press('Enter')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('What you shared is deleted with it.')).toBeVisible()
  await checkAccessibility()
  await page.goto('/account')
  await expect(page.getByText('Your account will be deleted on')).toBeVisible()
  await page.getByRole('link', { name: 'Keep my account' }).click()
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByText('Your account will not be deleted.')).toBeVisible()
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
  await page.getByLabel('Delete it all').check()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('please sign in again before you delete your account')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await page.getByLabel('Email or phone').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Delete it all')).toBeChecked()
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('hereabouts-return')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('What you shared is deleted with it.')).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('requests the deletion of the account only after a confirmation', async ({ page, signIn, expectedErrors }) => {
    expectedErrors.push(/400/)
    await signIn()
    await page.goto('/account/settings?section=delete')
    await page.getByLabel('Delete it all').press('Enter')
    await expect(page.getByText('Tick the box to confirm')).toBeVisible()
    await expect(page.getByLabel('Delete it all')).not.toBeChecked()
    await page.getByLabel('Yes, delete my account').check()
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await expect(page.getByText('Your account will be deleted on')).toBeVisible()
  })
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
