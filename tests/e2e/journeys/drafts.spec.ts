import type { Page } from '@playwright/test'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { takePhonePhoto } from '../phone-photo.ts'
import { onSubmitScreen } from '../submit-screen.ts'

const KEPT = /Draft saved on this device/

test('keeps a draft with its photo across a reload and a new tab, and deletes it after publishing', async ({
  page,
  context,
  signIn,
}) => {
  await signIn()
  await page.goto('/submit')
  const screen = onSubmitScreen(page)
  await screen.waitUntilReady()
  const buffer = await takePhonePhoto(page, { lat: 59.9139, lng: 10.7522 })
  await screen.addPhoto({ name: 'pier.jpg', mimeType: 'image/jpeg', buffer })
  await expect(screen.photoNews).toHaveText('1 of 1 photos uploaded', { timeout: 30_000 })
  await screen.goToWords()
  await screen.title.fill('Pier of the small boats')
  await screen.chooseCategory('Swimming')
  await expect.poll(() => readKeptDraft(page)).toMatchObject({ category: 'swim' })

  await page.reload()
  await expect(page.getByText('Your draft').first()).toBeVisible()
  await page.getByRole('button', { name: 'start over' }).click()
  await expect(screen.title).toHaveValue('')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(screen.title).toHaveValue('Pier of the small boats')
  await expect(page.getByRole('radio', { name: 'Swimming' })).toBeChecked()
  await page.close()

  const again = await context.newPage()
  await again.goto('/submit')
  const sameScreen = onSubmitScreen(again)
  await expect(sameScreen.title).toHaveValue('Pier of the small boats')
  await again.getByRole('button', { name: /^Next: who sees it/ }).click()
  await again.getByRole('button', { name: /^Next: check/ }).click()
  await sameScreen.publish()
  await expect(again.getByRole('heading', { level: 1, name: 'Pier of the small boats' })).toBeVisible()
  await expect(again.locator('.spot-gallery img').first()).toBeVisible()

  await again.goto('/submit')
  await sameScreen.waitUntilReady()
  await expect(sameScreen.title).toHaveValue('')
  await expect(again.getByText('Your draft')).toBeHidden()
})

test('never lets an older tab overwrite the draft, and says so there', async ({ page, context, signIn }) => {
  await signIn()
  await page.goto('/submit')
  const older = onSubmitScreen(page)
  await older.waitUntilReady()
  await older.place.fill('64.1466, -21.9426')
  await expect(page.getByText(KEPT)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/submit')
  const newer = onSubmitScreen(other)
  await expect(newer.place).toHaveValue('64.1466, -21.9426')
  await newer.goToWords()
  await newer.title.fill('Hot pot by the sea')
  await expect(page.getByText('You continued your draft in another tab.')).toBeVisible()
  await older.place.fill('1, 2')
  await expect(page.getByText(KEPT)).toBeHidden()
  await older.goToWords()
  await page.getByRole('link', { name: 'Show the other version' }).click()
  await expect(older.title).toHaveValue('Hot pot by the sea')
  await expect(older.place).toHaveValue('64.1466, -21.9426')
})

test('keeps the draft while offline and publishes it when back online', async ({
  page,
  context,
  signIn,
  expectedErrors,
}) => {
  // The map may still be loading.
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Worker failed to load/)
  await signIn()
  await page.goto('/submit')
  const screen = onSubmitScreen(page)
  await screen.waitUntilReady()
  await screen.place.fill('64.1466, -21.9426')
  await screen.goToWords()
  await screen.title.fill('Hot pot by the sea')
  await screen.chooseCategory('Spring')
  await screen.goToCheck()
  await context.setOffline(true)
  await expect(page.getByText('You are offline. Your draft is saved on this device.')).toBeVisible()
  await screen.publish()
  // The form shows the message too, beside the status line.
  await expect(page.getByText('You are offline. Your draft is saved on this device.')).toHaveCount(2)
  await context.setOffline(false)
  await screen.publish()
  await expect(page.getByRole('heading', { level: 1, name: 'Hot pot by the sea' })).toBeVisible()
})

test('keeps the draft when the session ends while writing, and restores it after signing in', async ({
  page,
  context,
  signIn,
}) => {
  const account = await signIn()
  await page.goto('/submit')
  const screen = onSubmitScreen(page)
  await screen.waitUntilReady()
  await screen.place.fill('35.0116, 135.7681')
  await screen.goToWords()
  await screen.title.fill('Stone garden')
  await screen.chooseCategory('Garden')
  await screen.goToCheck()
  await expect.poll(() => readKeptDraft(page)).toMatchObject({ step: 'check' })
  await context.clearCookies({ name: /auth-token/ })
  await screen.publish()
  await expect(page).toHaveURL('/auth/login')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/submit/)
  await expect(screen.title).toHaveValue('Stone garden')
  await screen.publish()
  await expect(page.getByRole('heading', { level: 1, name: 'Stone garden' })).toBeVisible()
})

test('hides the draft from another member who signs in on this device', async ({ page, context, signIn }) => {
  await signIn()
  await page.goto('/submit')
  const screen = onSubmitScreen(page)
  await screen.waitUntilReady()
  await page.goto('/submit#words')
  await screen.title.fill('Private thoughts')
  await expect(page.getByText(KEPT)).toBeVisible()
  await context.clearCookies()
  await signIn()
  await page.goto('/submit')
  await screen.waitUntilReady()
  await expect(screen.title).toHaveValue('')
})

/** Returns category and step of the draft that the browser has stored. */
function readKeptDraft(page: Page): Promise<{ category?: string; step?: string }> {
  return page.evaluate(
    () =>
      new Promise<{ category?: string; step?: string }>((settle) => {
        const opening = indexedDB.open('hereabouts-drafts')
        opening.onsuccess = () => {
          const reading = opening.result.transaction('spots').objectStore('spots').getAll()
          reading.onsuccess = () => {
            const [draft] = reading.result
            settle({ category: draft?.fields.category, step: draft?.step })
          }
        }
      }),
  )
}
