import { readFile } from 'node:fs/promises'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { SEED_CITY } from '../seed.ts'

test('downloads a city as GPX from its menu, and offers its feed to readers', async ({ page, signIn }) => {
  await signIn()
  await page.goto(`/city/${SEED_CITY}`)
  await page.getByRole('button', { name: 'Take it along' }).click()
  await expect(page.getByRole('menuitem', { name: /^GPX/ })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^GPX/ }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^Prague, .* – .*\.gpx$/)
  expect(await readFile(await download.path(), 'utf8')).toContain('<wpt ')
  const feed = await page.locator('link[rel="alternate"][type="application/atom+xml"]').getAttribute('href')
  const response = await page.request.get(feed ?? '')
  expect(response.headers()['content-type']).toContain('application/atom+xml')
  expect(await response.text()).toContain('<entry>')
})
