import { openHydrated } from '../app-router.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { createSpot } from '../spots.ts'

/** Files of the page that its first view does not need. */
const LATER_FILES = /\/assets\/(static-map|viewer-links)-[^/]+\.js/

test('keeps a page when the scripts of its map and of the header do not load, without requesting them endlessly', async ({
  page,
  site,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/)
  const id = await createSpot(site, await signIn())
  let requests = 0
  await page.route(LATER_FILES, (route) => {
    requests += 1
    return route.abort()
  })
  await openHydrated(page, '/')
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.static-map-drawing').first()).toBeVisible()
  await openHydrated(page, `/spot/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Been there' }).click()
  await expect(page.getByRole('button', { name: 'Been there' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('.error-sheet')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Add a spot' }).first()).toBeVisible()
  expect(requests).toBeGreaterThan(0)
  expect(requests).toBeLessThan(30)
})
