import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'

test('shows visitors the home page without errors', async ({ page, checkAccessibility }) => {
  const response = await page.goto('/')
  expect(response?.status()).toBe(200)
  await expect(page.getByRole('main')).toBeVisible()
  await checkAccessibility()
})

test('redirects visitors from a members-only page to sign up', async ({ page }) => {
  await page.goto('/submit')
  await expect(page).toHaveURL('/auth/signup')
})

test('opens a members-only page for a signed-in member', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/account')
  await expect(page).toHaveURL('/account')
})
