import { randomInt } from 'node:crypto'
import { addAuthenticator, readSecret, SECURITY_SETTINGS, test } from '../account-security.ts'
import { signInPage } from '../accounts.ts'
import { expect } from '../expect.ts'
import { findCode, findMessage } from '../outbox.ts'
import { openBeforeScripts } from '../slow-scripts.ts'

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
  await signInPage(other, site.url, account)
  await page.goto(SECURITY_SETTINGS)
  await page.getByRole('link', { name: 'Add a two-factor method' }).click()
  await checkAccessibility()
  await page.getByRole('link', { name: /Authenticator app/ }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('هاتفي')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await checkAccessibility()
  const totp = readSecret(await page.locator('.settings-secret').textContent())
  await page.getByLabel('Code', { exact: true }).fill(totp.generate() === '000000' ? '111111' : '000000')
  await expect(page.getByText('This code is wrong')).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(totp.generate())
  await expect(page.getByText('You need it the next time you sign in.')).toBeVisible()
  await expect(page.getByText('You have only one method.')).toBeVisible()
  await checkAccessibility()
  await other.goto('/account')
  await expect(other).toHaveURL('/auth/login')

  await page.getByRole('link', { name: 'Remove “هاتفي”' }).click()
  const question = page.getByRole('heading', { name: 'Remove “هاتفي”?' })
  // The quotation marks are outside of the right-to-left name.
  await expect(question.locator('bdi')).toHaveText('هاتفي')
  await checkAccessibility()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Remove “هاتفي”' }).click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('You no longer need it to sign in.')).toBeVisible()
  await expect(page.getByText('None yet. With one, a stolen password')).toBeVisible()
})

test('adds a phone and a security key as two-factor methods that back each other up', async ({
  page,
  site,
  signIn,
  checkAccessibility,
  expectedErrors,
}) => {
  expectedErrors.push(/429/)
  const phone = `4915${randomInt(10 ** 8, 10 ** 9)}`
  await addAuthenticator(page)
  await signIn()
  await page.goto(`${SECURITY_SETTINGS}&step=add-phone`)
  await page.getByLabel('Number').fill(`+${phone}`)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
  await checkAccessibility()
  await page.getByRole('button', { name: 'Send the code again' }).click()
  await expect(page.getByText('We have just sent you a text message.')).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(findCode(await findMessage(site, phone)))
  await expect(page.getByText('You need it the next time you sign in.')).toBeVisible()
  await page.getByRole('link', { name: 'Add a backup method' }).click()
  await page.getByRole('link', { name: /Security key or this device/ }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('laptop')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('You can use any of your two-factor methods to sign in.')).toBeVisible()
  await expect(
    page.getByText('You have two methods. If you lose “laptop”, you can still sign in with “My phone”.'),
  ).toBeVisible()
  await checkAccessibility()
})

test('adds a passkey by a button pressed before hydration, then renames, autofills and removes it', async ({
  page,
  context,
  signIn,
  checkAccessibility,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED|Failed to fetch/)
  await addAuthenticator(page)
  await signIn()
  const load = await openBeforeScripts(page, SECURITY_SETTINGS)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  load()
  await expect(page.getByText('You can sign in with it without a password.')).toBeVisible()
  await page.getByRole('link', { name: /^Rename the passkey/ }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please enter a name.')).toBeVisible()
  await checkAccessibility()
  await page.getByRole('textbox', { name: 'Name' }).fill('kitchen table')
  await page.route('**/auth/v1/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('We could not reach the server.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('kitchen table')
  await page.unroute('**/auth/v1/**')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('kitchen table')).toBeVisible()

  await context.clearCookies()
  await page.goto('/auth/login')
  await page.getByLabel('Email or phone').click()
  await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
  await page.goto(SECURITY_SETTINGS)
  await expect(page.getByText(/last used/)).toBeVisible()
  await page.getByRole('link', { name: 'Remove the passkey kitchen table' }).click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('None yet. With a passkey')).toBeVisible()
})

test.describe('works without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('adds an authenticator app', async ({ page, signIn, expectedErrors }) => {
    expectedErrors.push(/400/)
    await signIn()
    await page.goto(SECURITY_SETTINGS)
    await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Add a two-factor method' }).click()
    await expect(page.getByRole('link', { name: /Security key or this device/ })).toHaveCount(0)
    await page.getByRole('link', { name: /Authenticator app/ }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    const totp = readSecret(await page.locator('.settings-secret').textContent())
    await page.getByLabel('Code', { exact: true }).fill('12')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Enter all digits of the code.')).toBeVisible()
    await page.getByLabel('Code', { exact: true }).fill(totp.generate())
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('You need it the next time you sign in.')).toBeVisible()
    await expect(page.getByText('This browser')).toBeVisible()
  })
})
