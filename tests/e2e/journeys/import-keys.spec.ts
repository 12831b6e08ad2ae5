import type { Page } from '@playwright/test'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'

const TABLE = [
  'title,latitude,longitude',
  'Pier of the north,53.1,-6.1',
  'Pier of the east,53.2,-6.2',
  'Pier of the south,53.3,-6.3',
  'Lost pier,,',
  'Sunken pier,,',
].join('\n')

test('selects rows of an import by keyboard and changes their category', async ({ page, signIn }) => {
  await signIn()
  await openPreview(page)
  const boxes = page.getByRole('list', { name: 'Places in your files' }).getByRole('checkbox')
  await boxes.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(boxes.nth(1)).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByRole('status').filter({ hasText: '2 selected' })).toBeAttached()
  await expect(boxes.nth(2)).toBeFocused()
  await page.keyboard.press('c')
  const category = page.getByRole('group', { name: 'Change 2 selected rows' }).getByLabel('Category')
  await expect(category).toBeFocused()
  await category.selectOption('castle')
  await expect(page.locator('.import-row').nth(1)).toContainText('Castle')
  await expect(page.locator('.import-row').nth(2)).toContainText('Castle')
  await expect(page.locator('.import-row').first()).not.toContainText('Castle')
  await expect(boxes.nth(2)).toBeFocused()
})

test('sets and postpones pins by keyboard, and moves the focus to the next place', async ({ page, signIn }) => {
  await signIn()
  await openPreview(page)
  await page.getByRole('button', { name: 'Import 5 places' }).click()
  await page.getByRole('link', { name: 'Place them' }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Lost pier')
  await expect(heading).toBeFocused()
  await page.keyboard.press('1')
  await expect(page.getByRole('status').filter({ hasText: 'chosen' })).toBeAttached()
  await page.keyboard.press('ArrowRight')
  await expect(heading).toHaveText('Sunken pier')
  await expect(heading).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 place still needs a pin')).toBeVisible()
  await expect(heading).toHaveText('Lost pier')
})

async function openPreview(page: Page): Promise<void> {
  await page.goto('/account/settings/import')
  await page
    .getByLabel('Choose files')
    .setInputFiles({ name: 'piers.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) })
  await expect(page.getByRole('heading', { name: '5 places found' })).toBeVisible()
}
