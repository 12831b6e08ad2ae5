import { openHydrated } from '../app-router.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { createSpot } from '../spots.ts'

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype
    Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
      value(this: HTMLCanvasElement, type: string, ...rest: unknown[]) {
        return type.startsWith('webgl') ? null : Reflect.apply(getContext, this, [type, ...rest])
      },
    })
  })
})

test('keeps the picture of the map without WebGL, and says why it does not move', async ({
  page,
  checkAccessibility,
}) => {
  await page.goto('/explore')
  const map = page.getByRole('region', { name: 'Map of spots' })
  const problem = map.getByText('This browser cannot draw the map.')
  await expect(async () => {
    await map.dispatchEvent('pointermove', { pointerType: 'mouse' })
    await expect(problem).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(map.locator('.map-start')).toBeVisible()
  await expect(map.getByRole('button', { name: 'Zoom in', exact: true })).toHaveCount(0)
  await checkAccessibility()
})

test('says why a static map stays without WebGL when it is pressed', async ({ page, site, account }) => {
  await openHydrated(page, `/spot/${await createSpot(site, account)}`)
  const map = page.locator('.click-to-load-map')
  await map.getByRole('button', { name: 'Move this map' }).click()
  await expect(map.getByText('This browser cannot draw the map.')).toBeVisible()
  await expect(map.locator('.click-to-load-map-live')).toHaveCSS('opacity', '1')
  await expect(map.locator('.static-map')).toBeVisible()
  await expect(map.locator('.map-base')).toBeHidden()
})
