import { createServiceClient } from '../accounts.ts'
import { openHydrated } from '../app-router.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { createSpot } from '../spots.ts'

test('signs out to the home page, and redirects the other tab', async ({ page, context, signIn }) => {
  await signIn()
  await page.goto('/account')
  const other = await context.newPage()
  await other.goto('/account/settings')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  await expect(other).toHaveURL('/auth/signup')
})

test('signs in the other tab too', async ({ page, context, account }) => {
  await page.goto('/auth/login')
  const other = await context.newPage()
  await other.goto('/about')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
  await other.goto('/account')
  await expect(other).toHaveURL('/account')
})

test('tells a suspended member without contributions before they fill in a form', async ({
  page,
  context,
  site,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/\b40[13]\b/)
  const { id } = await signIn()
  const session = await context.cookies()
  await createServiceClient(site.url).auth.admin.updateUserById(id, { ban_duration: '48h' })
  for (const path of ['/submit', '/submit?kind=story', '/account/settings/import']) {
    await context.addCookies(session)
    await page.goto(path)
    await expect(page).toHaveURL('/auth/login?error_code=user_banned')
    await expect(page.getByText('This account is suspended.')).toBeVisible()
  }
})

test('keeps the changes of a spot when another tab signs out, and saves them after the next sign-in', async ({
  page,
  context,
  site,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/400/)
  const account = await signIn()
  const id = await createSpot(site, account)
  await openHydrated(page, `/spot/${id}/edit`)
  const title = page.getByLabel('What is it called?')
  await title.fill('New ferry')
  const other = await context.newPage()
  await other.goto('/account')
  await other.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(other).toHaveURL('/')
  await page.bringToFront()
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(page.getByText('You were signed out.')).toBeVisible()
  await expect(title).toHaveValue('New ferry')
  await signIn(account)
  await save.click()
  await expect(page).toHaveURL(`/spot/${id}`)
  await expect(page.getByRole('heading', { name: 'New ferry' })).toBeVisible()
})

test.describe('works without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('signs out', async ({ page, signIn }) => {
    await signIn()
    await page.goto('/account')
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(page).toHaveURL('/')
    await page.goto('/account')
    await expect(page).toHaveURL('/auth/signup')
  })
})
