import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'

test('a visitor gets the first page without errors', async ({ page, checkAccessibility }) => {
  const response = await page.goto('/')
  expect(response?.status()).toBe(200)
  await expect(page.getByRole('main')).toBeVisible()
  await checkAccessibility()
})

test('a visitor who asks for a screen of members is sent to sign up', async ({ page }) => {
  await page.goto('/submit')
  await expect(page).toHaveURL('/auth/signup')
})

test('a member who has signed in may open a screen of members', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/account')
  await expect(page).toHaveURL('/account')
})
