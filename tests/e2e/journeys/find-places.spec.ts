import { openHydrated } from '../app-router.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { findSharedFile, SKIPPED } from '../shared-data.ts'
import { startSite } from '../site.ts'
import { onSubmitScreen } from '../submit-screen.ts'

const CORNER = { lat: 43.7712, lng: 11.2549 }

// The site has the streets of Florence.
test.use({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright insists on a destructured first argument
    async ({}, use) => {
      const archive = findSharedFile('streets/florence-protomaps.pmtiles')
      const environment: Record<string, string> = archive ? { MAP_TILES: archive } : {}
      await using site = await startSite({ template: process.env.E2E_TEMPLATE, environment })
      await use(site)
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

test('finds a spot from the home page despite a typo', async ({ page }) => {
  await openHydrated(page, '/')
  const field = page.getByRole('search', { name: 'Map' }).locator('input[name=q]')
  await field.pressSequentially('skogafos')
  await page.getByRole('option', { name: /Skógafoss/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Skógafoss' })).toBeVisible()
})

test('places a pin on a named street corner', async ({ page, signIn }) => {
  test.skip(!findSharedFile('streets/florence-protomaps.pmtiles'), SKIPPED)
  await signIn()
  await page.goto('/submit')
  const screen = onSubmitScreen(page)
  await screen.waitUntilReady()
  await screen.place.fill('Via dei Calzaiuoli / Via del Corso, Florence')
  await page.getByRole('option', { name: /Calzaiuoli.*Corso/ }).click()
  const [lat = 0, lng = 0] = (await screen.place.inputValue()).split(',').map(Number)
  expect(Math.hypot(lat - CORNER.lat, lng - CORNER.lng)).toBeLessThan(0.001)
  await expect(page.getByRole('link', { name: 'Open in OpenStreetMap' })).toHaveAttribute('href', /mlat=43\.77/)
  await screen.place.fill('8FVC9G8F+6X')
  await expect(page.getByText(/^Read as 47°21/)).toBeVisible()
})
