import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { findSharedFile, SKIPPED } from '../shared-data.ts'

const TAKEOUT = 'import/takeout/rebuilt-takeout-20251117T090000Z-001.zip'

test.use({ viewport: { width: 390, height: 844 } })

test('imports a Google Takeout on a phone with corrections and a killed server, and undoes it', async ({
  page,
  site,
  signIn,
  checkAccessibility,
  expectedErrors,
}) => {
  const file = findSharedFile(TAKEOUT)
  test.skip(!file, SKIPPED)
  await signIn()
  await page.goto('/account/settings/import')
  await page.getByLabel('Choose files').setInputFiles(file ?? '')
  await expect(page.getByRole('heading', { name: '65 places found' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^No pin/ })).toContainText('24')
  await page.getByRole('group', { name: 'Change all rows' }).getByLabel('Category').selectOption('castle')
  await expect(page.locator('.import-row').first()).toContainText('Castle')
  await checkAccessibility()
  expectedErrors.push(/ERR_|Failed to (?:load|fetch)|WebSocket/)
  let restarted: Promise<void> | undefined
  await page.route('**/rpc/add_import_rows', async (route) => {
    if (!restarted) {
      await site.kill()
      restarted = site.start()
    }
    await route.continue()
  })
  await page.getByRole('button', { name: 'Import 65 places' }).click()
  await expect(page.getByRole('heading', { name: '41 places imported' })).toBeVisible({ timeout: 60_000 })
  await restarted
  await expect(page.getByRole('listitem').filter({ hasText: 'still need a pin' })).toContainText('24')

  await page.getByRole('link', { name: 'Place them' }).click()
  await page.getByLabel('Coordinates or a link').fill('45.07, 7.69')
  await page.getByLabel('Pin it myself').check()
  await page.getByRole('button', { name: 'Set pin, next' }).click()
  await expect(page.getByText('23 places still need a pin')).toBeVisible()
  await page.getByRole('link', { name: 'Result' }).click()
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Import undone' })).toBeVisible()
})
