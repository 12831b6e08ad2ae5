import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'

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
